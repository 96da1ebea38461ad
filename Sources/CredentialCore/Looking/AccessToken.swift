/// An access token that a refresh has given (RFC 6749 §5.1), for the provider's own API.
///
/// It is kept in memory alone, and cannot be printed: it leaves the daemon through a file descriptor.
package struct AccessToken: Sendable {
  /// It is not handed out any more when less than this is left of its life.
  package static let margin: Duration = .seconds(60)

  /// The token.
  package let token: Secret
  /// The client it was issued to.
  package let client: ClientID
  /// The grant by which it was got.
  package let epoch: Epoch
  /// When it was asked for, from which its life is counted.
  package let asked: Moment
  /// How long it lives; nil when the provider does not say.
  package let life: Duration?

  /// The token that the answer to `look` holds.
  package init(_ token: Secret, of look: Look, life: Duration?) {
    self.token = token
    (client, epoch, asked) = (look.client, look.epoch, look.claimed)
    self.life = life
  }

  /// When it ends; nil when the provider does not say.
  package var expires: Moment? { life.map { asked + $0 } }

  /// Whether it may be handed out once more at `now`: never when its end is not known, nor in the last
  /// minute of its life (the last quarter of a short one), nor when the clock has gone back.
  package func isGood(at now: Moment) -> Bool {
    guard let life, asked <= now else { return false }
    return now < asked + life - min(Self.margin, life / 4)
  }
}
