internal import Crypto
package import JSON
internal import Linux

extension Sandbox {
  /// Signs by a new key from now on. The one before stays in the key set when `keepsOld`.
  package func rotateKey(keepsOld: Bool = true) throws(SandboxError) {
    do throws(CryptoError) {
      var keys = state.withLock { $0.keys }
      try keys.rotate(keepsOld: keepsOld)
      let rotated = keys
      state.withLock { $0.keys = rotated }
    } catch {
      throw SandboxError(.system, "cannot make a key: \(error)")
    }
  }

  /// Lets the discovery document say something else; null leaves a member out. An empty object
  /// makes it right again.
  package func setDiscovery(_ members: JSONObject) {
    state.withLock { $0.discovery = members }
  }
}
