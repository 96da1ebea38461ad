/// The keys of one issuer over time: whether they may be used, and when they must be fetched.
///
/// A value: it fetches nothing and reads no clock. Its owner asks `judge` about each token, does what
/// it says, and reports the end of each fetch with `succeeded` or `failed`. Times are in seconds
/// since 1970.
package struct KeyCache: Sendable {
  /// What is known of one token.
  package enum Outcome: Sendable {
    /// A key of the issuer signed it.
    case verified(VerifiedJWS)
    /// It is refused for good.
    case refused(TokenFault)
    /// Fetch the key set, report the end, and ask again.
    case fetch
    /// A fetch is under way for another token; wait for its end and ask again.
    case waitForFetch
    /// Nothing can be said about it now. It is not refused: it may be presented again.
    case unavailable(KeysUnavailable)
  }

  /// A key set and when it came.
  struct Known {
    let keys: KeySet
    let fetched: Int64
    let freshUntil: Int64
  }

  let policy: KeyCachePolicy
  var known: Known?
  /// When the last fetch began, and whether its end is still to be told.
  var attempt: Int64?
  var isFetching = false
  /// Why the last fetch failed, and when the next may begin.
  var failure: (reason: String, next: Int64)?

  /// Knows no keys yet.
  package init(policy: KeyCachePolicy) { self.policy = policy }

  /// The keys that are known, however old.
  package var keys: KeySet? { known?.keys }

  /// Takes the answer to a fetch that began at `began`; `maximumAge` is what its Cache-Control says.
  ///
  /// Keys that were left out are in the result's `skipped`. A document without a usable key is a
  /// failed fetch: the known keys stay.
  package mutating func succeeded(
    _ document: [UInt8], maximumAge: Int64?, began: Int64
  ) throws(KeyFault) -> KeySet {
    do throws(KeyFault) {
      let keys = try KeySet(bytes: document)
      let life = min(max(maximumAge ?? 0, policy.shortestLife), policy.longestLife)
      ended(began)
      // The late answer to an earlier fetch does not replace a newer one.
      if known.map({ $0.fetched <= began }) ?? true {
        known = Known(keys: keys, fetched: began, freshUntil: began + life)
        failure = nil
      }
      return keys
    } catch {
      failed(error.description, began: began, retryAfter: nil)
      throw error
    }
  }

  /// Takes the failure of a fetch that began at `began`; `reason` is told with the tokens that wait.
  package mutating func failed(_ reason: String, began: Int64, retryAfter: Int64?) {
    ended(began)
    let wait = min(max(retryAfter ?? 0, policy.retryInterval), policy.longestLife)
    failure = (reason, began + wait)
  }

  private mutating func ended(_ began: Int64) {
    if attempt == began { isFetching = false }
  }
}
