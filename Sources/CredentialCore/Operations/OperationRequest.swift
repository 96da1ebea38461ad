/// An operation on a provider's verdicts, as a caller asks for it.
package struct OperationRequest: Sendable {
  /// The longest reason, in bytes.
  package static let longestReason = 500

  /// Who asks.
  package var caller: Caller
  /// The provider; nil for all.
  package var provider: ProviderName?
  /// The one user; nil for more.
  package var subject: Subject?
  /// Why, in the caller's words; may be empty where no reason is asked for.
  package var reason: String
  /// Whether it is only said what would be done.
  package var isPreview: Bool

  /// Describes a request.
  package init(
    by caller: Caller, provider: ProviderName?, subject: Subject? = nil, reason: String = "",
    isPreview: Bool = false
  ) {
    self.caller = caller
    self.provider = provider
    self.subject = subject
    self.reason = reason
    self.isPreview = isPreview
  }

  /// The audit's entry of it.
  package func entry(_ verb: AuditVerb, at now: Moment) -> AuditEntry {
    AuditEntry(
      verb, by: caller, provider: provider, subject: subject, reason: reason, at: now)
  }
}
