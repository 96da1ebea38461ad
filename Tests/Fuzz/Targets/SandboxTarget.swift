@testable import CredentialSandbox

extension FuzzTarget {
  /// A line on the sandbox's control socket, and the same bytes as a posted form.
  static let sandbox = FuzzTarget(name: "sandbox") { bytes in
    do throws(SandboxError) {
      let request = try ControlRequest(line: bytes)
      require(try ControlRequest(line: Array(request.line.utf8)) == request, "a request changed")
    } catch { requirePrintable(error.description, limit: 400) }
    if let form = FormFields(bytes), let grant = form["grant_type"] {
      require(!grant.isEmpty, "an empty field was given")
    }
  }
}
