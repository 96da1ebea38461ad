import CredentialCore
import Support

@testable import CredentialDaemon

/// A configuration folder for one test, and a kind of provider that reads three typical keys.
struct ConfigurationSample {
  let folder = TemporaryFolder()

  static let intervalKey = Key<Duration>(
    "interval", default: .seconds(86_400), "Time between looks.",
    check: { $0 < .seconds(60) ? "is less than 1m" : nil })
  static let clientKey = Key<String>.required("client_id", "The client.")
  static let rateKey = Key<Int>("rate", default: 10, "Looks a second.")

  static let kind = ProviderKind(
    name: "apple",
    keys: [intervalKey.documentation, clientKey.documentation, rateKey.documentation],
    policy: { section, context in
      policy(context, interval: section.read(intervalKey), rate: section.read(rateKey))
    }
  ) { section, context in
    let interval = section.read(intervalKey)
    let client = section.read(clientKey, placeholder: "placeholder")
    let rate = section.read(rateKey)
    let clients = [ClientID(validBytes: Array(client.utf8))]
    return ProviderMaker(service: "https://appleid.apple.com", clients: clients) {
      Provider(
        name: context.name, kind: "apple", clients: clients,
        policy: policy(context, interval: interval, rate: rate), looker: RehearsedLooker())
    }
  }

  private static func policy(
    _ context: ProviderContext, interval: Duration, rate: Int
  ) -> ProviderPolicy {
    ProviderPolicy(
      deadToken: .revoke, mode: context.mode, interval: interval,
      confirmAfter: .seconds(72_000), evidenceDay: .seconds(72_000),
      budgetPeriod: .seconds(86_400),
      looksPerSecond: Double(rate), inFlight: 10, looksAfterRevocation: [])
  }

  func load(_ text: String, dropIns: [String: String] = [:]) throws -> Configuration {
    folder.write("credstate.toml", text)
    for (name, text) in dropIns { folder.write("conf.d/\(name)", text) }
    return try Configuration.load(files, surroundings)
  }

  func faults(_ text: String, dropIns: [String: String] = [:]) -> [String] {
    do {
      _ = try load(text, dropIns: dropIns)
      return []
    } catch let refusal as ConfigurationRefusal {
      return refusal.faults.map { $0.description.replacing(folder.path + "/", with: "") }
    } catch { return ["\(error)"] }
  }

  var files: ConfigurationFiles { ConfigurationFiles(main: folder.file("credstate.toml")) }

  var surroundings: ConfigurationSurroundings {
    ConfigurationSurroundings(
      kinds: [Self.kind], credentialsDirectory: nil, userAgent: "credstate/test",
      now: { Moment(milliseconds: 0) })
  }
}
