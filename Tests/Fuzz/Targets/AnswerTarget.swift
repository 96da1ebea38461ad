internal import CredentialCore
internal import HTTP
internal import JSON

@testable import CredentialProviders

extension FuzzTarget {
  /// An answer of Apple's token endpoint: status, header lines, an empty line, body.
  static let answer = FuzzTarget(name: "answer") { bytes in
    let response = Self.response(bytes)
    guard let client = try? ClientID("com.example.app"), let subject = try? Subject("001.a.2")
    else { return require(false, "the sample's names are wrong") }
    let finding = AppleClassification(
      profile: AppleProfile.builtIn, client: client, subject: subject
    ).finding(of: response, now: Moment(milliseconds: 1_800_000_000_000))
    requirePrintable(finding.evidence.summary, limit: 200)
    requireDocumented(finding.answer, response)
  }

  private static func response(_ bytes: [UInt8]) -> HTTPResponse {
    var fields: [HTTPField] = []
    var rest = bytes[...]
    let status = Int(line(&rest)) ?? 400
    while case let text = line(&rest), !text.isEmpty {
      let parts = text.split(separator: ":", maxSplits: 1)
      if parts.count == 2 {
        fields.append(HTTPField(String(parts[0]), String(parts[1].drop { $0 == " " })))
      }
    }
    return HTTPResponse(
      status: (100...999).contains(status) ? status : 400, fields: fields, body: Array(rest))
  }

  private static func line(_ rest: inout ArraySlice<UInt8>) -> String {
    let line = rest.prefix { $0 != 10 }
    rest = rest.dropFirst(line.count + 1)
    return String(decoding: line, as: UTF8.self)
  }

  /// A class that can touch a user has exactly the answer that is documented for it.
  private static func requireDocumented(_ answer: Answer, _ response: HTTPResponse) {
    let body = response.body.withBytes { try? JSONValue.parse($0, maximumBytes: 65_536) }
    let type = response["Content-Type"]?.prefix { $0 != ";" && $0 != " " }.lowercased()
    let json = type == "application/json" ? body?.object : nil
    switch answer {
    case .dead(let reason):
      require(
        reason == .tokenDead && (response.status == 400 || response.status == 200)
          && json?["error"]?.string == "invalid_grant", "a dead class without invalid_grant")
    case .transferred:
      require(json?["id_token"]?.string != nil && response.status == 200, "transferred by nothing")
    case .mismatched:
      require(json?["id_token"]?.string != nil && response.status == 200, "mismatched by nothing")
    case .authorized:
      require(
        response.status == 200 && json?["access_token"]?.string?.isEmpty == false
          && json?["error"] == nil, "authorized by nothing")
    case .throttled(let wait), .transient(let wait):
      require((.zero...Pace.longestWait).contains(wait ?? .zero), "a wait of \(wait ?? .zero)")
    case .clientNotConfigured, .reauthenticate, .unclear:
      require(false, "an answer that Apple never gives")
    case .isolated, .misconfigured: break
    }
  }
}
