/// Which events one hook is told of; the store creates deliveries by it.
package struct HookSubscription: Sendable, Equatable {
  /// The hook.
  package let name: HookName
  /// The kinds of event it takes.
  package let kinds: Set<EventKind>
  /// The least action it takes.
  package let minimumAction: Action
  /// The providers it is limited to; nil means all.
  package let providers: Set<ProviderName>?

  /// Subscribes `name` to events of `kinds` with at least `minimumAction`.
  package init(
    name: HookName, kinds: Set<EventKind>, minimumAction: Action, providers: Set<ProviderName>?
  ) {
    self.name = name
    self.kinds = kinds
    self.minimumAction = minimumAction
    self.providers = providers
  }

  /// Whether the hook is to be run for an event.
  package func wants(_ draft: EventDraft) -> Bool {
    kinds.contains(draft.kind) && draft.action >= minimumAction
      && providers?.contains(draft.credential.provider) ?? true
  }
}
