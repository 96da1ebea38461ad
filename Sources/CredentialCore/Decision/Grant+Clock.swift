extension Grant {
  /// Forgets evidence from before the wall clock was stepped: how long ago it was, and so that its
  /// looks lie far enough apart, is not known. What is forgotten is seen again, later.
  mutating func forget(before stepped: Moment?) {
    guard let stepped else { return }
    suspicion?.proofs.removeAll { $0.answered < stepped }
    if let isolated, isolated.last < stepped { self.isolated = nil }
  }
}
