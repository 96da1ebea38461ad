internal import HTTP

/// The header fields that may be kept, each in a form that has no room for a secret.
enum HeaderRedaction {
  /// `name: value` for each field of the list that the answer has; another value is told by its length.
  static func lines(of response: HTTPResponse) -> [String] {
    kept.compactMap { name, form in
      response[name].map { "\(name): \(form($0) ?? "(\($0.utf8.count) bytes)")" }
    }
  }

  private static let kept: [(name: String, form: @Sendable (String) -> String?)] = [
    ("content-type", mediaType), ("content-length", digits), ("date", date),
    ("retry-after", { digits($0) ?? date($0) }), ("server", product), ("cache-control", directives),
  ]

  private static let mediaTypes: Set = [
    "application/json", "application/problem+json", "application/jwt", "text/html", "text/plain",
    "application/xml", "text/xml",
  ]

  private static func mediaType(_ value: String) -> String? {
    let parts = value.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
    guard let type = parts.first, mediaTypes.contains(type) else { return nil }
    let isUTF8 = parts.dropFirst().contains { $0 == "charset=utf-8" || $0 == "charset=\"utf-8\"" }
    return type + (isUTF8 ? ";charset=utf-8" : parts.count > 1 ? ";..." : "")
  }

  private static func digits(_ value: String) -> String? {
    value.utf8.count <= 8 && value.utf8.allSatisfy { (0x30...0x39).contains($0) } && !value.isEmpty
      ? value : nil
  }

  private static func date(_ value: String) -> String? {
    value.utf8.count == 29 && HTTPDate.seconds(of: value) != nil ? value : nil
  }

  /// The names of servers that stand before providers; versions are left out.
  private static let products: Set = [
    "apple", "nginx", "openresty", "apache", "envoy", "istio-envoy", "cloudflare", "akamaighost",
    "haproxy", "varnish", "caddy", "gws", "esf", "jetty", "microsoft-iis", "squid",
  ]

  private static func product(_ value: String) -> String? {
    let name = value.lowercased().prefix { $0 != "/" && $0 != " " }
    return products.contains(String(name)) ? String(name) : nil
  }

  private static let known: Set = [
    "no-store", "no-cache", "private", "public", "must-revalidate", "no-transform",
    "proxy-revalidate",
  ]

  private static func directives(_ value: String) -> String? {
    let words = value.lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
    return words.map { known.contains($0) ? $0 : "..." }.joined(separator: ", ")
  }
}
