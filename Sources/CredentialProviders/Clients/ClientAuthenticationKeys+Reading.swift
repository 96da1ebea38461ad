internal import CredentialCore
internal import Crypto
internal import HTTP
internal import JOSE
internal import Linux

extension ClientAuthenticationKeys {
  /// Reads how clients authenticate themselves to the server of `issuer`, and what the connection shows
  /// for it; nil with a fault.
  func read(
    _ section: inout Section, _ context: ProviderContext, issuer: String
  ) -> AuthenticationSetting? {
    let method = Method(rawValue: section.read(method)) ?? .publicClient
    let audience = ClientAssertion.Audience(rawValue: section.read(audience)) ?? .tokenEndpoint
    refuseForeign(&section, method)
    switch method {
    case .publicClient: return AuthenticationSetting(.publicClient)
    case .basic, .post:
      guard let secret = secret.readLine(&section, context) else { return nil }
      return AuthenticationSetting(method == .basic ? .basic(secret) : .post(secret))
    case .assertion:
      guard let signer = signer(&section, context) else { return nil }
      return AuthenticationSetting(
        .assertion(ClientAssertion(signer: signer, audience: audience, issuer: issuer)))
    case .certificate:
      return certificate(&section, context)
    }
  }

  /// What another way needs is a fault: whoever gave it believes that it is used.
  private func refuseForeign(_ section: inout Section, _ method: Method) {
    let owners: [(Method?, [Key<String>])] = [
      (method == .basic || method == .post ? method : nil, [secret.file, secret.credential]),
      (.assertion, [signingKey.file, signingKey.credential, signingKeyID, algorithm]),
      (.certificate, [certificate, certificateKey.file, certificateKey.credential]),
    ]
    for (owner, keys) in owners where owner != method {
      for key in keys where section.readIfPresent(key) != nil {
        section.fault(
          key.name, "is not used with \(self.method.name) = \"\(method.rawValue)\"",
          at: section.position(of: key.name))
      }
    }
  }

  private func signer(_ section: inout Section, _ context: ProviderContext) -> TokenSigner? {
    let id = section.readIfPresent(signingKeyID).map { KeyID($0) }
    let wanted = section.readIfPresent(algorithm).flatMap(SignatureAlgorithm.init(rawValue:))
    return signingKey.read(&section, context) { bytes, report in
      do throws(CryptoError) {
        let key = try PrivateKey(pem: bytes)
        guard let usual = ClientAssertion.usual(for: key) else {
          report("nothing is signed with an \(key.kind) key here")
          return nil
        }
        let algorithm = wanted ?? usual
        guard algorithm.keyKind == key.kind else {
          report("this is an \(key.kind) key; \(algorithm.rawValue) needs another kind")
          return nil
        }
        return TokenSigner(key: key, algorithm: algorithm, keyID: id)
      } catch {
        report("\(error)")
        return nil
      }
    }
  }

  private func certificate(
    _ section: inout Section, _ context: ProviderContext
  ) -> AuthenticationSetting? {
    let chain = certificateChain(&section)
    let key = certificateKey.read(&section, context) { bytes, report -> [UInt8]? in
      do throws(CryptoError) { _ = try PrivateKey(pem: bytes) } catch {
        report("\(error)")
        return nil
      }
      return bytes.reveal()
    }
    guard let chain, let key else { return nil }
    return AuthenticationSetting(
      .certificate, HTTPIdentity(certificate: chain, key: key),
      ending: Expiry(ofCertificates: chain))
  }

  private func certificateChain(_ section: inout Section) -> [UInt8]? {
    let earlier = section.faults.all.count
    guard let path = section.readIfPresent(certificate) else {
      if section.faults.all.count == earlier {
        section.fault(
          certificate.name, "is missing: tls_client_auth needs it", at: section.position)
      }
      return nil
    }
    do throws(SystemError) {
      let bytes = try SmallFile(path: path, limit: 65_536).bytes
      if String(decoding: bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") {
        return bytes
      }
      section.fault(
        certificate.name, "\(path) holds no PEM certificate (-----BEGIN CERTIFICATE-----)",
        at: section.position(of: certificate.name))
    } catch {
      section.fault(
        certificate.name, "cannot be read: \(error)", at: section.position(of: certificate.name))
    }
    return nil
  }
}
