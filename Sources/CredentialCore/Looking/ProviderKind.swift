/// A kind of provider as the daemon's configuration sees it: its keys, and how one is made.
///
/// Each kind is one entry of the registry in `CredentialProviders`; the daemon knows kinds by their
/// names only.
package struct ProviderKind: Sendable {
  /// The word in the configuration, such as `apple`.
  package let name: String
  /// Its keys, `kind` and `mode` apart, which the daemon reads itself.
  package let keys: [KeyDocumentation]
  /// The keys of its `[[provider.NAME.answer]]` entries; empty for a kind that takes none.
  package let answerKeys: [KeyDocumentation]
  /// Reads a `[provider.NAME]` section, adds every fault to it, and returns how to make the
  /// provider; the maker is called only when the whole configuration has no fault.
  ///
  /// Key files are read and checked here, so that their faults are shown with the others.
  package let read: @Sendable (inout Section, ProviderContext) -> ProviderMaker
  /// Reads only what governs looks and verdicts, as for a simulation.
  package let policy: @Sendable (inout Section, ProviderContext) -> ProviderPolicy

  /// Declares a kind.
  package init(
    name: String, keys: [KeyDocumentation], answerKeys: [KeyDocumentation] = [],
    policy: @escaping @Sendable (inout Section, ProviderContext) -> ProviderPolicy,
    read: @escaping @Sendable (inout Section, ProviderContext) -> ProviderMaker
  ) {
    self.name = name
    self.keys = keys
    self.answerKeys = answerKeys
    self.read = read
    self.policy = policy
  }
}

/// A configured provider that is not made yet: whom it asks, and how to make it.
package struct ProviderMaker: Sendable {
  /// Whom it asks, such as `https://appleid.apple.com`.
  package let service: String
  /// The clients whose users it asks about.
  package let clients: [ClientID]
  /// When what the clients prove themselves with ends.
  package var expiry = ExpiryPlan()
  private let make: @Sendable () -> Provider

  /// Describes a provider; `make` opens no connection yet, `expiries` are the ends that its secrets
  /// tell themselves.
  package init(
    service: String, clients: [ClientID], expiries: [Expiry] = [],
    make: @escaping @Sendable () -> Provider
  ) {
    self.service = service
    self.clients = clients
    expiry.expiries = expiries
    self.make = make
  }

  /// Makes the provider.
  package func callAsFunction() -> Provider {
    var provider = make()
    provider.expiry = expiry
    return provider
  }
}

/// What a provider is told about its surroundings.
package struct ProviderContext: Sendable {
  /// Its configured name.
  package let name: ProviderName
  /// Whether its verdicts are applied.
  package let mode: ProviderPolicy.Mode
  /// Whether what its first interval finds waits until somebody accepts it.
  package let hasBaseline: Bool
  /// Where systemd puts credentials ($CREDENTIALS_DIRECTORY, systemd.exec(5)); nil without systemd.
  package let credentialsDirectory: String?
  /// What it says of itself in requests, such as `credstate/0.1`.
  package let userAgent: String
  /// The wall time, for what is measured while it works.
  package let now: @Sendable () -> Moment
  /// Tells the log of what no answer tells, such as what a program prints; from any thread.
  package let tell: @Sendable (Notice) -> Void

  /// Describes the surroundings.
  package init(
    name: ProviderName, mode: ProviderPolicy.Mode, hasBaseline: Bool = false,
    credentialsDirectory: String?,
    userAgent: String, now: @escaping @Sendable () -> Moment,
    tell: @escaping @Sendable (Notice) -> Void = { _ in }
  ) {
    self.name = name
    self.mode = mode
    self.hasBaseline = hasBaseline
    self.credentialsDirectory = credentialsDirectory
    self.userAgent = userAgent
    self.now = now
    self.tell = tell
  }
}
