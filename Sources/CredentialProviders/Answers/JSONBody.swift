internal import HTTP
internal import JSON

/// The document of an answer that says it is JSON.
enum JSONBody {
  /// The document; nil when the media type is another, or it cannot be read, or it is too long.
  static func value(of response: HTTPResponse, maximumBytes: Int) -> JSONValue? {
    let type = response["Content-Type"]?.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
    guard type?.lowercased() == "application/json" else { return nil }
    return response.body.withBytes { try? JSONValue.parse($0, maximumBytes: maximumBytes) }
  }
}
