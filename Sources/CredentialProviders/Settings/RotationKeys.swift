internal import CredentialCore

/// The configuration keys of every kind whose refresh may replace the token.
struct RotationKeys: Sendable {
  let rotating: Key<Bool>
  let grace = Key<Duration>.optional(
    "rotation_grace", range: "1s to 10m",
    """
    How long after it was presented first a token whose answer was lost is presented once more; only for \
    a provider that says so. By itself it is never presented again.
    """,
    check: Bounds.durations(.seconds(1), .seconds(600)))
  let shared = Key<Bool>(
    "shared", default: false,
    """
    Whether other programs refresh the same tokens; then no look is made, and only pushes tell of users.
    """)

  /// The keys of a kind that replaces tokens unless it is said that it does not, or the reverse.
  init(rotatesByDefault isRotating: Bool) {
    rotating = Key(
      "rotating", default: isRotating,
      """
      Whether the provider gives a new refresh token at each refresh and may end all of them when an old \
      one is presented again.
      """)
  }

  var documentation: [KeyDocumentation] {
    [rotating.documentation, grace.documentation, shared.documentation]
  }

  /// Reads the keys; a grace time without rotation is a fault.
  func read(_ section: inout Section) -> Rotation {
    let isRotating = section.read(rotating)
    let time = section.readIfPresent(grace)
    let isShared = section.read(shared)
    if !isRotating, time != nil {
      section.fault(
        grace.name, "is of use only with rotating = true", at: section.position(of: grace.name))
    }
    if isShared { return .shared }
    return isRotating ? .rotating(grace: time ?? .zero) : .none
  }
}
