internal import CredentialCore

/// One look as the provider sees it.
struct SimulatedQuestion: Sendable {
  /// A number in 0..<1 that belongs to the user for good.
  let trait: Double
  /// A number in 0..<1 that belongs to this look.
  let draw: Double
  /// When it arrives.
  let at: Moment
  /// When the token was issued.
  let issued: Moment
  /// When it died; nil while it is alive.
  let died: Moment?
  /// Which canary it is, from 0; nil for a user like others.
  let canary: Int?
}

/// What comes back from a look.
struct SimulatedAnswer: Sendable {
  /// Its class, as the answer profile would have it.
  let answer: Answer
  /// Its outline.
  let evidence: Evidence
  /// Whether the request left.
  var isSent = true
  /// How long it takes, in milliseconds.
  var takes: Int64
  /// Whether it has the sender's time.
  var tellsTime = true

  /// An answer that comes as fast as answers do: most within a quarter of a second, a few in seconds.
  init(_ answer: Answer, _ evidence: Evidence, to question: SimulatedQuestion) {
    self.answer = answer
    self.evidence = evidence
    let late = question.draw > 0.99 ? 2_000.0 : 0
    takes = 60 + Int64(question.draw * 180 + late)
  }

  /// An outcome that comes after a time of its own.
  init(_ answer: Answer, _ evidence: Evidence, isSent: Bool, takes: Int64) {
    self.answer = answer
    self.evidence = evidence
    self.isSent = isSent
    self.takes = takes
    tellsTime = false
  }

  /// What is true.
  static func truth(_ question: SimulatedQuestion) -> Self {
    question.died == nil ? alive(question) : dead(question)
  }

  /// `200`.
  static func alive(_ question: SimulatedQuestion) -> Self {
    Self(.authorized, aliveEvidence, to: question)
  }

  /// `400 invalid_grant`.
  static func dead(_ question: SimulatedQuestion) -> Self {
    Self(.dead(.tokenDead), deadEvidence, to: question)
  }

  private static let aliveEvidence = Evidence("200")
  private static let deadEvidence = Evidence("400 invalid_grant")
}
