package import CredentialCore
internal import Testing

/// A provider with a peer under the test's control.
package struct ProviderStage: Sendable {
  /// The provider under test.
  package let provider: Provider
  /// A look at a token that is alive.
  package let alive: @Sendable (Int) throws -> Look
  /// A look at a token that its user has revoked.
  package let dead: @Sendable () throws -> Look
  /// How many requests the peer has seen.
  package let requests: @Sendable () -> Int
  /// What a dead look is answered with, and how many requests that and forty live looks cost.
  package let costs: Costs

  /// What a kind makes of looks.
  package struct Costs: Sendable {
    /// Why a revoked user is dead.
    package var reason: Reason
    /// Requests for forty live looks begun together.
    package var forty: Int
    /// Requests for one dead look.
    package var death: Int

    /// A token a look, a request a look.
    package init(reason: Reason = .tokenDead, forty: Int = 40, death: Int = 1) {
      (self.reason, self.forty, self.death) = (reason, forty, death)
    }
  }

  /// Names the parts.
  package init(
    provider: Provider, alive: @escaping @Sendable (Int) throws -> Look,
    dead: @escaping @Sendable () throws -> Look, requests: @escaping @Sendable () -> Int,
    costs: Costs = Costs()
  ) {
    self.costs = costs
    self.provider = provider
    self.alive = alive
    self.dead = dead
    self.requests = requests
  }

  /// Makes looks and waits until each was reported; more reports than looks are a fault.
  package func results(of looks: [Look], now: Moment) async -> [LookResult] {
    let (stream, feed) = AsyncStream.makeStream(of: [LookResult].self)
    provider.looker.start(looks, now: now) { feed.yield($0) }
    var all: [LookResult] = []
    for await results in stream {
      all += results
      if all.count >= looks.count { break }
    }
    return all
  }
}

/// What every provider must do, whatever its kind and transport.
package struct ProviderContract: Sendable, CustomTestStringConvertible {
  /// The case as a sentence.
  package let testDescription: String
  /// Runs the case.
  package let run: @Sendable (ProviderStage, Moment) async throws -> Void

  /// All cases.
  package static let cases: [ProviderContract] = [
    ProviderContract(testDescription: "forty live tokens are each authorized once") { stage, now in
      let looks = try (0..<40).map { try stage.alive($0) }
      let results = await stage.results(of: looks, now: now)
      #expect(results.count == 40)
      #expect(Set(results.map(\.look.credential)).count == 40)
      for result in results {
        #expect(result.answer == .authorized, "\(result.evidence.summary)")
        #expect(result.mayHaveBeenSent)
      }
      #expect(stage.requests() == stage.costs.forty)
    },
    ProviderContract(testDescription: "a revoked user is dead at the cost of the kind") {
      stage, now in
      let results = await stage.results(of: [try stage.dead()], now: now)
      #expect(results.map(\.answer) == [.dead(stage.costs.reason)])
      #expect(stage.requests() == stage.costs.death)
    },
    ProviderContract(testDescription: "a client that is not configured sends nothing") {
      stage, now in
      let look = try stage.alive(0)
      let foreign = Look(
        credential: look.credential, client: try ClientID("com.example.gone"), epoch: look.epoch,
        token: look.token, purpose: .scheduled, claimed: now)
      let results = await stage.results(of: [foreign], now: now)
      #expect(results.map(\.answer) == [.clientNotConfigured])
      #expect(results.map(\.mayHaveBeenSent) == [false])
      #expect(stage.requests() == 0)
    },
    ProviderContract(testDescription: "a closed provider still reports, as not sent") {
      stage, now in
      stage.provider.looker.close()
      stage.provider.looker.close()
      let results = await stage.results(of: [try stage.alive(0), try stage.dead()], now: now)
      #expect(results.map(\.answer) == [.transient(retryAfter: nil), .transient(retryAfter: nil)])
      #expect(results.map(\.mayHaveBeenSent) == [false, false])
      #expect(stage.requests() == 0)
    },
    ProviderContract(testDescription: "no result shows the token") { stage, now in
      let looks = [try stage.alive(0), try stage.dead()]
      let results = await stage.results(of: looks, now: now)
      var shown = ""
      dump(results, to: &shown)
      for look in looks {
        let token = look.token.withBytes { String(decoding: $0, as: UTF8.self) }
        #expect(!shown.contains(token))
      }
    },
  ]
}
