internal import COpenSSL
internal import Glibc

/// When certificates end (X.509 validity, RFC 5280 §4.1.2.5).
package enum CertificateTimes {
  /// The earliest `notAfter` of the certificates in a PEM text, in seconds since 1970; nil when there is
  /// none that can be read.
  package static func earliestEnd(pem: [UInt8]) -> Int64? {
    pem.withUnsafeBytes { bytes -> Int64? in
      guard let source = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else {
        return nil
      }
      defer { BIO_free(source) }
      var earliest: Int64?
      while let certificate = PEM_read_bio_X509(source, nil, copenssl_no_phrase, nil) {
        defer { X509_free(certificate) }
        guard let end = end(of: certificate) else { continue }
        earliest = min(earliest ?? end, end)
      }
      ERR_clear_error()  // the end of the text is told as an error
      return earliest
    }
  }

  private static func end(of certificate: OpaquePointer) -> Int64? {
    var parts = tm()
    guard ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &parts) == 1 else { return nil }
    return Int64(timegm(&parts))
  }
}
