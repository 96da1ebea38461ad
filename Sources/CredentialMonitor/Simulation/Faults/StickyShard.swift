/// A part of the provider has lost its data: the same users are called dead at each look.
struct StickyShard: Fault {
  let share: Double

  func answer(to question: SimulatedQuestion) -> SimulatedAnswer? {
    question.trait < share ? .dead(question) : nil
  }
}
