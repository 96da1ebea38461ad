extension HTTPConfiguration {
  /// Whether a request to `url` goes through the proxy: there is one, and no entry of `noProxy` names
  /// the host or a domain above it (CURLOPT_NOPROXY(3); networks such as 10.0.0.0/8 are left out).
  package func usesProxy(for url: String) -> Bool {
    guard proxy != nil else { return false }
    let host = Self.host(of: url).lowercased()
    return !noProxy.contains { entry in
      let name = entry.lowercased().drop { $0 == "." }
      return entry == "*" || host == name || host.hasSuffix(".\(name)")
    }
  }

  private static func host(of url: String) -> String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let authority = url[start...].prefix { $0 != "/" }
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      return String(authority[authority.index(after: authority.startIndex)..<end])
    }
    return String(authority.prefix { $0 != ":" })
  }
}
