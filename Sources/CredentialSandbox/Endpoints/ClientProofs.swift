internal import Crypto
internal import HTTPServer

/// The registered clients of an OAuth server, and how they prove themselves (RFC 6749 §2.3).
struct ClientProofs: Sendable {
  let clients: [String]
  let secret: String
  let methods: [ClientMethod]
  /// The certificate, in DER, that clients may show.
  let certificate: [UInt8]?
  let assertions: ClientAssertionRules

  /// Authenticates the client of a request and hands it on; else the refusal.
  func of(
    _ request: ServerRequest, _ fields: FormFields, _ registry: inout Registry,
    _ situation: Situation, audiences: [String], _ next: (String, inout Registry) -> Outcome
  ) -> Outcome {
    let header = Self.basic(request)
    let shown = [header != nil, fields["client_secret"] != nil, fields["client_assertion"] != nil]
    guard shown.filter({ $0 }).count <= 1 else {
      return .failure(.invalidRequest, "the client proves itself in more than one way")
    }
    let presented: Presented
    if let header {
      presented = Presented(.secretBasic, header.client, secretFault(header.secret))
    } else if let secret = fields["client_secret"] {
      presented = Presented(.secretPost, fields["client_id"], secretFault(secret))
    } else if let assertion = fields["client_assertion"] {
      let read = assertions.read(
        assertion, fields, audiences: audiences, &registry, now: situation.now)
      presented = Presented(.privateKeyJWT, read.client, read.fault)
    } else if let shown = request.clientCertificate {
      let fault = shown == certificate ? nil : "the certificate is not the client's"
      presented = Presented(.tlsClientAuth, fields["client_id"], fault)
    } else {
      presented = Presented(.secretPost, fields["client_id"], "the client does not prove itself")
    }
    var outcome = refused(presented, fields) ?? next(presented.client ?? "", &registry)
    outcome.client = presented.client ?? fields["client_id"]
    return outcome
  }

  /// What came with a request.
  private struct Presented {
    let method: ClientMethod
    let client: String?
    let fault: String?

    init(_ method: ClientMethod, _ client: String?, _ fault: String?) {
      self.method = method
      self.client = client
      self.fault = fault
    }
  }

  private func refused(_ presented: Presented, _ fields: FormFields) -> Outcome? {
    guard let client = presented.client else {
      return .failure(.invalidRequest, "client_id is missing")
    }
    let isRegistered = clients.contains { $0.utf8.elementsEqual(client.utf8) }
    let isSame = fields["client_id"].map { $0.utf8.elementsEqual(client.utf8) } ?? true
    let reason: String? =
      if !isRegistered { "client_id is not registered" } else if !isSame {
        "client_id of the form is not the client that proves itself"
      } else if let fault = presented.fault { fault } else if !methods.contains(presented.method) {
        "the client may not use \(presented.method.rawValue)"
      } else { nil }
    return reason.map { Self.refusal($0, basic: presented.method == .secretBasic) }
  }

  /// `invalid_client`, a 401 that says how to prove oneself when a header was tried.
  static func refusal(_ reason: String, basic: Bool) -> Outcome {
    var outcome = Outcome.failure(.invalidClient, reason, status: 401)
    if basic {
      outcome.response.headers.append(HeaderField("WWW-Authenticate", "Basic realm=\"sandbox\""))
    }
    return outcome
  }

  private func secretFault(_ secret: String) -> String? {
    secret.utf8.elementsEqual(self.secret.utf8) ? nil : "the client secret is not the right one"
  }

  /// Client and secret of an `Authorization: Basic` header (RFC 6749 §2.3.1); nil without one.
  static func basic(_ request: ServerRequest) -> (client: String?, secret: String)? {
    let values = request.values(of: "Authorization")
    guard let value = values.first, value.lowercased().hasPrefix("basic ") else { return nil }
    guard let bytes = PEMBody.base64(String(value.dropFirst(6))),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let client = FormFields.decode(bytes[..<colon]),
      let secret = FormFields.decode(bytes[(colon + 1)...])
    else { return (nil, "") }
    return (client, secret)
  }
}
