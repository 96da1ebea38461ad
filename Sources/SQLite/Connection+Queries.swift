extension Connection {
  /// Runs one statement to its end and returns how many rows it changed.
  @discardableResult
  package func run(_ sql: StaticString, _ values: BoundValue...) throws(SQLiteError) -> Int {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step() {}
    return changes
  }

  /// All rows of a query, each read by `read`.
  package func rows<Element>(
    _ sql: StaticString, _ values: BoundValue..., read: (Row) throws -> Element
  ) throws -> [Element] {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    var elements: [Element] = []
    while try statement.step() { elements.append(try read(statement.row)) }
    return elements
  }

  /// Runs `body` for each row of a query.
  package func each(
    _ sql: StaticString, _ values: BoundValue..., body: (Row) throws -> Void
  ) throws {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step() { try body(statement.row) }
  }

  /// The first row of a query, or nil when there is none.
  package func first<Element>(
    _ sql: StaticString, _ values: BoundValue..., read: (Row) throws -> Element
  ) throws -> Element? {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    return try statement.step() ? try read(statement.row) : nil
  }
}
