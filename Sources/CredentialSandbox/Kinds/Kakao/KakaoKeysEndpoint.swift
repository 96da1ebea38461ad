extension Endpoint<KakaoService> {
  /// The key set of identity tokens and security events.
  static var kakaoKeys: Self {
    Endpoint("GET", KakaoNames.keys) { _, _, _, situation in .success(situation.keys.keySet()) }
  }
}
