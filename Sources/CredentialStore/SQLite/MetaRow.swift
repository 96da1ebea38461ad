internal import CredentialCore
internal import SQLite

/// The one row about the store itself.
struct MetaRow {
  let generation: String
  let sequence: Int64
  let epoch: Int64
  let sealKey: [UInt8]
  let sealCheck: [UInt8]
  /// The random id of the last run with it; nil before the first.
  let run: String?
  /// Tokens of rotating providers up to this grant may have been used elsewhere; nil when none may.
  let unknownUpTo: Int64?

  static func read(_ connection: Connection) throws -> MetaRow {
    let row = try connection.first(
      "SELECT generation, sequence, epoch, seal_key, seal_check, run, unknown_up_to FROM meta"
    ) { row in
      MetaRow(
        generation: try row.text(0), sequence: try row.integer(1), epoch: try row.integer(2),
        sealKey: try row.blob(3), sealCheck: try row.blob(4), run: try row.optionalText(5),
        unknownUpTo: try row.optionalInteger(6))
    }
    guard let row else {
      throw SQLiteError(code: .corrupt, message: "the row of table meta is gone", operation: "meta")
    }
    return row
  }

  /// Refuses a key that did not seal this store.
  func check(_ seal: Seal, path: String) throws {
    guard seal.keyID == sealKey else {
      throw StoreError(
        .sealingKey,
        "\(path) is sealed with key \(Seal.text(sealKey)), the key given is "
          + "\(Seal.text(seal.keyID)); give the daemon the key that this store was made with")
    }
    guard seal.matches(check: sealCheck, generation: generation) else {
      throw StoreError(
        .damaged, "the seal check in \(path) does not open with its own key; restore a backup")
    }
  }
}
