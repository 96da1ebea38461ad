internal import Crypto

extension FuzzTarget {
  /// A `.p8` key: what is read is written and read again to the same key; no fault shows a part.
  static let key = FuzzTarget(name: "key") { bytes in
    do throws(CryptoError) {
      let key = try PrivateKey(pem: SecretBytes(bytes))
      let again = try PrivateKey(pem: try key.pem())
      require(try again.publicKey().pem() == key.publicKey().pem(), "another key was written")
      requirePrintable(key.description, limit: 100)
    } catch {
      requirePrintable(error.description, limit: 300)
      for line in bytes.split(whereSeparator: { $0 < 0x21 }) where line.count >= 24 {
        let text = String(decoding: line, as: UTF8.self)
        require(!error.description.contains(text), "a fault shows the key: \(error)")
      }
    }
  }
}
