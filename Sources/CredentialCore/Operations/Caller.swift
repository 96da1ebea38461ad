/// Who asked for an operation, as the message bus vouches for it.
package struct Caller: Sendable, Equatable {
  /// The user id of its process when it connected.
  package let uid: UInt32

  /// Names a caller.
  package init(uid: UInt32) { self.uid = uid }
}
