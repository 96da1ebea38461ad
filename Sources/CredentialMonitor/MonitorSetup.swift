package import CredentialCore

/// What the monitor works by: one immutable value, replaced as a whole by a reload.
package struct MonitorSetup: Sendable {
  /// The configured providers.
  package let providers: [Provider]
  /// The hooks and what they are told of.
  package let hooks: [HookSubscription]
  /// The mode of the daemon as a whole, for status.
  package let mode: ProviderPolicy.Mode

  /// Assembles a setup.
  package init(providers: [Provider], hooks: [HookSubscription], mode: ProviderPolicy.Mode) {
    self.providers = providers
    self.hooks = hooks
    self.mode = mode
  }

  /// The rules that the store's writer decides by.
  package var decider: Decider {
    let policies = providers.map { ($0.name, $0.policy) }
    return Decider(policies: Dictionary(policies) { first, _ in first }, hooks: hooks)
  }
}
