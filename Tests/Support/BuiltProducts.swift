internal import Linux

/// The programs that were built beside the tests.
package enum BuiltProducts {
  /// The path of the program called `name`; the test binary lies in the same directory.
  package static func path(_ name: String) -> String {
    (ThisProcess.programDirectory() ?? ".") + "/" + name
  }
}
