internal import JSON

/// One order to a running sandbox, a line of JSON on the control socket.
enum ControlRequest: Sendable, Equatable {
  /// Sign these subjects in and return their tokens.
  case addUsers(subjects: [String], client: String?)
  /// Make an authorization code.
  case addCode(subject: String, client: String?, SignInOptions)
  /// Withdraw a user's consent; nil: in the kind's usual way.
  case revoke(subject: String, as: RevokedAs?)
  /// Delete a user's account.
  case delete(subject: String)
  /// Let a user who was gone sign in anew.
  case comeBack(subject: String, client: String?)
  /// Take a revocation back.
  case restore(subject: String)
  /// Tell the users from `offset` on.
  case listUsers(offset: Int)
  /// Change how all endpoints behave.
  case setMode(SandboxMode, FaultScope)
  /// Sign a user in as on a device.
  case signIn(subject: String, client: String?, SignInOptions, Forgery?)
  /// Write a push.
  case push(event: String, subject: String, PushOptions)
  /// Give the app to the receiving team.
  case acceptTransfer(daysAgo: Int, endsTokens: Bool)
  /// Tell a user's names in a transfer.
  case transferNames(subject: String)
  /// Sign by a new key.
  case rotateKey(keepsOld: Bool)
  /// Let the discovery document say something else.
  case setDiscovery(JSONObject)
  /// End the program.
  case stop

  /// The most subjects of one `addUsers`, and users of one answer.
  static let batch = 500
  /// The longest line in either direction, in bytes.
  static let longestLine = 1_048_576
}
