internal import CredentialCore

extension StoreContract {
  static let cursors = [
    StoreContractCase("a reader of events that never said where it is has no place") { store in
      try equal(try await store.position(of: .bus), nil)
    },
    StoreContractCase("a reader of events is found where it said last") { store in
      for sequence in [Int64(1), 7] {
        store.advance(.bus, to: sequence)
        try equal(try await store.position(of: .bus), sequence)
      }
      try await store.enrol("u", at: StoreWorld.at(.zero))
      try equal(try await store.position(of: .bus), 7)
    },
  ]
}
