/// Counts of a store's own work since it was opened, for the watchdog and metrics.
package struct StoreCounts: Sendable, Equatable {
  /// How often the writer's loop went round; waiting for a lock or the disk counts as turning.
  package var turns: UInt64 = 0
  /// Transactions made durable.
  package var commits: UInt64 = 0
  /// Jobs in those transactions.
  package var jobs: UInt64 = 0
}
