extension Endpoint<AppleService> {
  /// The key set.
  static var appleKeys: Self {
    Endpoint("GET", AppleNames.keys) { _, _, _, situation in
      .success(situation.keys.keySet())
    }
  }
}
