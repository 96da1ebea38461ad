internal import Systemd

/// The error of `body`; nil when it succeeds.
func busFailure(_ body: () async throws -> Void) async -> BusError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? BusError
  }
}
