internal import CredentialCore

/// The key that names a provider's clients.
enum ClientKeys {
  /// The key, with a kind's own sentence.
  static func clients(_ sentence: String) -> Key<[String]> {
    .required(
      "clients", range: "one or more, each once and of one provider only", sentence, check: list)
  }

  private static let list: @Sendable ([String]) -> String? = { texts in
    if texts.isEmpty { return "must name at least one client id" }
    var seen: Set<ClientID> = []
    for text in texts {
      do throws(InvalidText) {
        guard seen.insert(try ClientID(text)).inserted else { return "names \(text) twice" }
      } catch {
        return "holds a client id that \(error.problem)"
      }
    }
    return nil
  }
}
