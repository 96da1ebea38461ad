/// What `report` passes on.
package struct DeviceReport: Sendable {
  /// The configured provider.
  package var provider: String
  /// The provider's user ID.
  package var subject: String
  /// The state that the device was told.
  package var saw: String
  /// When: an instant, or a duration ago; nil for now.
  package var at: String?
  /// The client whose app saw it.
  package var client: String?
}
