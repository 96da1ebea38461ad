/// What a public RSA key must be before it may verify anything.
enum RSANumbers {
  /// The longest modulus in bytes (8192 bits): verifying takes time with the square of it.
  static let longestModulus = 1024

  /// Refuses lengths out of bounds, an exponent that signs nothing (1 or an even one), an even
  /// modulus, and keys of a chip library whose private half can be computed (CVE-2017-15361).
  static func check(_ modulus: [UInt8], _ exponent: [UInt8]) throws(CryptoError) {
    guard modulus.count >= 256 else {
      throw CryptoError(
        .weak, "the RSA key has \(8 * modulus.count) bits or fewer; at least 2048 are needed")
    }
    guard modulus.count <= longestModulus, (1...8).contains(exponent.count) else {
      throw CryptoError(.length, "an RSA key has up to 1024 bytes and an exponent of up to 8")
    }
    let value = exponent.reduce(0) { $0 << 8 | UInt64($1) }
    guard value >= 3, value & 1 == 1, modulus[modulus.count - 1] & 1 == 1 else {
      throw CryptoError(.weak, "the RSA key has a modulus or an exponent that protects nothing")
    }
    guard !isPredictable(modulus) else {
      throw CryptoError(
        .weak, "the RSA key is of a kind whose private half can be computed (CVE-2017-15361)")
    }
  }

  /// Whether the modulus is a power of 65537 modulo each small prime, as only such keys are.
  private static func isPredictable(_ modulus: [UInt8]) -> Bool {
    primes.allSatisfy { prime in
      let rest = modulus.reduce(0) { ($0 << 8 | UInt32($1)) % prime }
      var power: UInt32 = 1
      repeat {
        if power == rest { return true }
        power = power * (65537 % prime) % prime
      } while power != 1
      return false
    }
  }

  private static let primes: [UInt32] = [
    3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
    101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167,
  ]
}
