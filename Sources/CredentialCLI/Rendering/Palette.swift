internal import CredentialCore

/// Colours for the words of states, actions and levels, on a terminal only.
package enum Palette: Sendable, Equatable {
  /// No colours.
  case plain
  /// ANSI colours (ECMA-48 SGR).
  case colours

  /// Colours when a person looks at a terminal that has them and `NO_COLOR` is not set
  /// (no-color.org).
  package init(isTerminal: Bool, environment: [String: String]) {
    let refused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    let dumb = environment["TERM"] == "dumb"
    self = isTerminal && !refused && !dumb ? .colours : .plain
  }

  /// The cell, coloured when it is one of the known words.
  package func paint(_ cell: String) -> String {
    guard self == .colours, let code = Self.codes[cell] else { return cell }
    return "\u{1B}[\(code)m\(cell)\u{1B}[0m"
  }

  private static let (red, green, yellow) = (31, 32, 33)
  private static let codes: [String: Int] = {
    var codes = ["error": red, "warning": yellow]
    for state in CredentialState.allCases { codes[state.rawValue] = colour(of: state) }
    for action in Action.allCases where action != .none {
      codes[action.rawValue] = action == .reauthenticate ? yellow : red
    }
    return codes
  }()

  private static func colour(of state: CredentialState) -> Int {
    switch state {
    case .authorized: green
    case .revoked, .notFound: red
    case .unknown, .transferred: yellow
    }
  }
}
