/// The users with a number for a name who are linked, in order.
struct LinkedUsers: Sendable {
  private var numbers: [Int64] = []
  private var gone: Set<Int64> = []

  /// How many there are.
  var count: Int { numbers.count - gone.count }

  /// Notes whether a user is linked; one without a number does not count.
  mutating func note(_ subject: String, isLinked: Bool) {
    guard let number = Int64(subject), String(number) == subject else { return }
    let place = place(of: number)
    if place == numbers.count || numbers[place] != number { numbers.insert(number, at: place) }
    if isLinked { gone.remove(number) } else { gone.insert(number) }
  }

  /// The first so many from `first` on, which is among them.
  func numbers(from first: Int64, count: Int) -> [Int64] {
    Array(numbers[place(of: first)...].lazy.filter { !gone.contains($0) }.prefix(count))
  }

  /// The place of the first number that is not below `number`.
  private func place(of number: Int64) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
