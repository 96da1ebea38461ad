/// A device's report as a caller sends it.
package struct ReportRequest: Sendable {
  /// Provider and subject.
  package let id: CredentialID
  /// What the device was told.
  package let saw: DeviceState
  /// When: an instant of RFC 3339, or a duration ago; empty for now.
  package let at: String
  /// The client whose app saw it; nil when that is not known.
  package let client: ClientID?

  /// Describes a request.
  package init(id: CredentialID, saw: DeviceState, at: String = "", client: ClientID? = nil) {
    self.id = id
    self.saw = saw
    self.at = at
    self.client = client
  }
}
