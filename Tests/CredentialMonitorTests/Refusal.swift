import CredentialCore
import Testing

/// Why `body` is refused; nil when it is not, and any other error is an issue.
func refusal(_ body: () async throws -> Void) async -> OperationError? {
  do { try await body() } catch let error as OperationError { return error } catch {
    Issue.record("\(error)")
  }
  return nil
}
