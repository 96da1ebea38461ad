/// All that a store knows of how a credential came to be as it is, and of its next look.
package struct CredentialHistory: Sendable {
  /// The credential.
  package let credential: Credential
  /// What its looks were charged to.
  package var budget = LookBudget()
  /// When the next look falls due; nil while none is planned.
  package var nextLook: Moment?
  /// Whether somebody asked for it: a sign-in or a check by hand.
  package var isRequested = false
  /// The look whose answer is awaited.
  package var inFlight: (purpose: LookPurpose, since: Moment)?
  /// What was kept, the oldest first.
  package var entries: [HistoryEntry] = []
  /// How many older entries are not kept any more.
  package var leftOut = 0
  /// How many rows could not be read.
  package var unreadable = 0
  /// Its latest events, ascending.
  package var events: [Event] = []
  /// The deliveries of these events.
  package var deliveries: [DeliveryStory] = []

  /// Begins with what is known of the credential itself.
  package init(_ credential: Credential) { self.credential = credential }
}

/// One delivery as people are told of it.
package struct DeliveryStory: Sendable, Equatable {
  /// Which event, which hook.
  package let id: Delivery.ID
  /// Where it stands.
  package let status: Delivery.Status
  /// How often it was started.
  package let attempts: Int
  /// When first.
  package let firstAttempt: Moment?
  /// When next, while it waits.
  package let due: Moment
  /// How the last attempt that may have run ended.
  package let previous: AttemptOutcome.Kind?
  /// Exit status or signal of the last attempt, and what it printed.
  package let detail: String

  /// Spells out a delivery.
  package init(
    id: Delivery.ID, status: Delivery.Status, attempts: Int, firstAttempt: Moment?, due: Moment,
    previous: AttemptOutcome.Kind?, detail: String
  ) {
    (self.id, self.status, self.attempts) = (id, status, attempts)
    (self.firstAttempt, self.due, self.previous) = (firstAttempt, due, previous)
    self.detail = detail
  }

  /// The end of the last attempt without what the hook printed, which may be private to the service.
  package var ending: String {
    guard let output = detail.firstRange(of: "; std") else { return detail }
    return String(detail[..<output.lowerBound])
  }
}

extension String {
  /// Where `text` first occurs, by bytes.
  fileprivate func firstRange(of text: String) -> Range<String.Index>? {
    let pattern = Array(text.utf8)
    var start = utf8.startIndex
    while let end = utf8.index(start, offsetBy: pattern.count, limitedBy: utf8.endIndex) {
      if utf8[start..<end].elementsEqual(pattern) { return start..<end }
      start = utf8.index(after: start)
    }
    return nil
  }
}
