internal import CredentialCore
internal import Crypto
internal import JOSE

/// What one transmitter sends, as data: how its message looks, which claims it has, what its news mean.
///
/// No standard is followed closely enough for one strict reader of all: the Shared Signals Framework
/// forbids `sub` and `exp`, which Apple and Kakao send, and Google names a subject's format otherwise.
struct TransmitterProfile: Sendable {
  /// Where the token lies in the body.
  enum Envelope: Sendable, Equatable {
    /// The body is the token.
    case bare
    /// A member of a JSON object.
    case member(String)
    /// A field of a form (application/x-www-form-urlencoded).
    case field(String)
  }

  /// How `events` is written.
  enum EventShape: Sendable, Equatable {
    /// An object whose members are called by the event's URI (RFC 8417 §2.2).
    case byURI
    /// An object with `type`, several of them in a list, or either as a text: Apple's.
    case typed
  }

  /// A place where a user may be named.
  enum SubjectPlace: Sendable, Equatable {
    /// The claim `sub`.
    case claim
    /// The claim `sub_id` (RFC 9493).
    case identifier
    /// `subject` or `sub` in the event.
    case event
  }

  /// What it is called in a sentence, such as "Apple's notification".
  let noun: String
  let envelope: Envelope
  /// The media types that are taken; nil: whatever is said. One that is not said is taken.
  var mediaTypes: [String]?
  /// Which `typ` the token may have.
  var types = SignatureRules.TypeRule.any
  var algorithms: [SignatureAlgorithm] = [.rs256]
  var shape = EventShape.byURI
  /// Whether `exp` must be there.
  var expiry = ClaimRules.Presence.ifPresent
  /// What `nonce` must be.
  var nonce = ClaimRules.NonceRule.any
  /// Whether `jti` must be there.
  var needsID = true
  /// Whether the issuer's name may have a slash at its end that the configured one lacks.
  var ignoresSlash = false
  /// Where its user is named.
  var subjects: [SubjectPlace] = [.identifier, .event, .claim]
  /// Whether a user or a session must be named.
  var needsSubject = false
  /// What each event means; one that is not here changes nothing and is told once.
  let meanings: [String: EventMeaning]
  /// The event that must be among them; nil: none.
  var required: String?
  /// The status that the transmitter expects.
  var status = 202

  /// More events than these in one message are refused.
  static let mostEvents = 10
  /// The largest token in bytes.
  static let longestToken = 32_768
}

/// What an event means here.
enum EventMeaning: Sendable, Equatable {
  /// This, in this order; empty: nothing.
  case news([PushNews])
  /// What the event's `reason` says, and without one that is known the last.
  case byReason([String: [PushNews]], otherwise: [PushNews])
  /// It is about ourselves and not about a user: it is told once.
  case told

  /// It is known and changes nothing.
  static let nothing = EventMeaning.news([])

  /// The news of an event with this `reason`.
  func news(reason: String?) -> [PushNews] {
    switch self {
    case .news(let news): news
    case .byReason(let table, let otherwise):
      reason.flatMap { text in table.first { $0.key.utf8.elementsEqual(text.utf8) }?.value }
        ?? otherwise
    case .told: []
    }
  }
}
