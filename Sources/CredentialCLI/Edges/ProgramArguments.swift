internal import Glibc

/// The arguments of this process as bytes.
enum ProgramArguments {
  /// The arguments without the program's name, not repaired; `CommandLine.arguments` would replace
  /// what is no UTF-8, and so turn one user ID into another.
  static func bytes() -> [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { place in
      CommandLine.unsafeArgv[place].map { argument in
        Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
      }
    }
  }

  /// The variables of the environment that the command looks at.
  static func environment() -> [String: String] {
    ["DBUS_SYSTEM_BUS_ADDRESS", "NO_COLOR", "PATH", "TERM"].reduce(into: [:]) { all, name in
      if let value = getenv(name) { all[name] = String(cString: value) }
    }
  }
}
