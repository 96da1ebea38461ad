internal import CredentialCore
internal import Crypto
internal import JOSE
internal import JSON

extension Expiry {
  /// The end of a secret that is itself a signed token (JWT) and has an `exp` (RFC 7519 §4.1.4), such as a
  /// client secret for Apple that was made beforehand; nil for any other. Nothing of it is verified.
  init?(of secret: Secret, called what: String) {
    let bytes = secret.withBytes { Array($0) }
    guard let token = try? CompactJWS(bytes: bytes),
      let claims = try? JSONValue.parse(token.payload, maximumBytes: token.payload.count).object,
      let seconds = claims["exp"]?.number, (0...Self.latest).contains(seconds)
    else { return nil }
    self.init(what, at: Moment(milliseconds: Int64(seconds) * 1000))
  }

  /// The end of the certificate that ends first of those in a PEM file; nil when none can be read.
  init?(ofCertificates pem: [UInt8]) {
    guard let end = CertificateTimes.earliestEnd(pem: pem) else { return nil }
    self.init("the certificate", at: Moment(milliseconds: end * 1000))
  }

  /// The last second of the year 9999.
  private static let latest = 253_402_300_799.0
}

extension ClientAuthentication {
  /// When what it shows ends, as far as that tells so itself.
  var expiry: Expiry? {
    switch self {
    case .basic(let secret), .post(let secret): Expiry(of: secret, called: "the client secret")
    case .publicClient, .assertion, .certificate: nil
    }
  }
}
