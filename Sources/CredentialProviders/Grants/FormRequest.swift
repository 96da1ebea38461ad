internal import CredentialCore
internal import Crypto
internal import HTTP

/// What all requests with a form have in common.
enum FormRequest {
  /// The fields of each.
  static let fields = [
    HTTPField("Content-Type", "application/x-www-form-urlencoded"),
    HTTPField("Accept", "application/json"),
  ]

  /// A request with `form`, after `prove` has added who asks; it is given the endpoint's address.
  static func post(
    _ form: FormText, to address: EndpointAddress, tag: Int,
    prove: (inout FormText, inout [HTTPField], _ endpoint: String) throws(CryptoError) -> Void
  ) -> Result<HTTPRequest, NotSent> {
    let endpoint: String
    switch address.current() {
    case .failure(let fault): return .failure(NotSent(finding: fault.finding))
    case .success(let address): endpoint = address
    }
    var (form, fields) = (form, fields)
    do throws(CryptoError) { try prove(&form, &fields, endpoint) } catch {
      let text = "no client assertion could be signed: \(error)"
      return .failure(NotSent(finding: Finding(.misconfigured, text)))
    }
    return .success(
      HTTPRequest(
        tag: tag, method: .post, url: endpoint, fields: fields, body: HTTPBody(form.bytes)))
  }
}
