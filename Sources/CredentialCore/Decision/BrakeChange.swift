/// The brake of one client went on or off.
package struct BrakeChange: Sendable, Equatable {
  /// The provider.
  package let provider: ProviderName
  /// Its client.
  package let client: ClientID
  /// What holds now; nil when it went off.
  package let brake: Brake?

  /// The change from `before` to `after`; nil when the brake is on, or off, as it was.
  package init?(
    _ provider: ProviderName, _ client: ClientID, before: ClientBook, after: ClientBook
  ) {
    self.init(provider, client, before: before[client].brake, after: after[client].brake)
  }

  /// The same of the client's brakes themselves.
  package init?(_ provider: ProviderName, _ client: ClientID, before: Brake?, after: Brake?) {
    guard (before == nil) != (after == nil) else { return nil }
    self.provider = provider
    self.client = client
    brake = after
  }
}
