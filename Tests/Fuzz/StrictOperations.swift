internal import CredentialCore

/// Stands in for the daemon's own operations and holds what the bus adapter hands them to the rules.
struct StrictOperations: MonitorOperations {
  /// The credential that a page must continue behind; nil: any.
  var after: CredentialID?

  /// The last row of every page.
  static let last = CredentialID(
    provider: ProviderName(validText: "apple"),
    subject: Subject(validBytes: Array("001/a/é 2".utf8)))

  func register(_ request: RegisterRequest) async throws -> Credential {
    requireSound(request.id)
    if let client = request.client { requireText(client.bytes, 1...255) }
    // Whether a kind needs a token is the monitor's to know.
    request.token.withBytes { bytes in
      require((0...16_384).contains(bytes.count), "a token of \(bytes.count) bytes")
      require(bytes.allSatisfy { (0x20...0x7E).contains($0) }, "a token that is no text")
    }
    if let account = request.account { requireText(Array(account.utf8), 1...255) }
    require((request.labels ?? []).count <= 32, "\(request.labels?.count ?? 0) labels")
    for label in request.labels ?? [] {
      requireText(Array(label.key.utf8), 1...64)
      requireText(Array(label.value.utf8), 0...1024)
    }
    return Self.row(request.id)
  }

  func signIn(_ request: SignInRequest) async throws -> SignInAnswer {
    let handover = request.handover
    for secret in [
      handover.identityToken, handover.code, handover.refreshToken, handover.codeVerifier,
    ] {
      secret?.withBytes { bytes in
        require((1...16_384).contains(bytes.count), "a token of \(bytes.count) bytes")
        require(bytes.allSatisfy { (0x20...0x7E).contains($0) }, "a token that is no text")
      }
    }
    if let client = handover.client { requireText(client.bytes, 1...255) }
    if let subject = handover.subject { requireText(subject.bytes, 1...255) }
    if let address = handover.redirectURI { requireText(Array(address.utf8), 1...2_048) }
    if let nonce = handover.nonce { requireText(Array(nonce.utf8), 1...1_024) }
    for member in handover.profile.members { requireText(Array(member.value.utf8), 1...255) }
    throw OperationError(SignInRefusal(.unknown, "nothing is verified here"))
  }

  func user(_ id: CredentialID) async throws -> UserProfile {
    requireSound(id)
    return UserProfile()
  }

  func credential(_ id: CredentialID) async throws -> Credential {
    requireSound(id)
    return Self.row(id)
  }

  func submitPush(
    _ submission: PushSubmission, to provider: ProviderName
  ) async throws -> PushAnswer {
    require(submission.body.count <= PushSubmission.longestBody, "a body that is too long")
    requireText(Array((submission.contentType ?? "").utf8), 0...1024)
    for (name, value) in submission.headers {
      require(PushSubmission.headers.contains(name), "the header \(name)")
      requireText(Array(value.utf8), 0...1024)
    }
    return PushAnswer(PushRefusal(.invalidRequest, "nothing is taken here"))
  }

  func explain(_ id: CredentialID) async throws -> Explanation {
    requireSound(id)
    return Explanation(
      CredentialHistory(Self.row(id)), policy: nil, among: ClientBook(), conditions: [],
      now: Moment(milliseconds: 0))
  }

  func credentials(_ query: CredentialQuery) async throws -> [Credential] {
    require((1...1000).contains(query.limit), "a page of \(query.limit)")
    if let after { require(query.after == after, "the cursor points elsewhere") }
    if let id = query.after { requireSound(id) }
    return Array(repeating: Self.row(Self.last), count: min(query.limit, 2))
  }

  func checkNow(_ id: CredentialID) async throws -> CheckOutcome {
    requireSound(id)
    return .budgetSpent(until: Moment(milliseconds: 0))
  }

  func accessToken(for id: CredentialID, isNew: Bool) async throws -> AccessToken {
    requireSound(id)
    throw OperationError(.noAccessToken, "no look is made here")
  }
  func report(_ request: ReportRequest) async throws -> Fields {
    requireSound(request.id)
    return ["state": .text("revoked")]
  }

  func forget(_ id: CredentialID, force: Bool, revokes: Bool) async throws { requireSound(id) }

  func transfer(_ stage: TransferStage, _ request: OperationRequest) async throws -> Fields {
    try answer(request)
  }

  func transferStatus(of provider: ProviderName) async throws -> Fields {
    try await profile(provider)
  }

  func transfers(
    of provider: ProviderName, isUnmapped: Bool, after: Subject?, limit: Int
  ) async throws -> [Fields] {
    [try await profile(provider)]
  }

  func pause(_ request: OperationRequest) async throws -> Fields { try answer(request) }

  func resume(_ request: OperationRequest) async throws -> Fields { try answer(request) }

  func release(_ request: OperationRequest, asIs: Bool) async throws -> Fields {
    try answer(request)
  }

  func discard(_ request: OperationRequest) async throws -> Fields { try answer(request) }

  func revert(_ request: OperationRequest, since: String) async throws -> Fields {
    try answer(request)
  }

  func acceptBaseline(_ request: OperationRequest) async throws -> Fields { try answer(request) }

  func audit(limit: Int) async throws -> [AuditEntry] {
    require((1...1000).contains(limit), "\(limit) entries")
    return [AuditEntry(.pause, by: Caller(uid: 0), provider: nil, reason: "", at: Self.start)]
  }

  func note(_ verb: AuditVerb, by request: OperationRequest) async { requireSound(request) }

  private func answer(_ request: OperationRequest) throws -> Fields {
    requireSound(request)
    return ["users": .integer(0)]
  }

  private func requireSound(_ request: OperationRequest) {
    if let name = request.provider {
      require((try? ProviderName(name.text)) == name, "a provider's name")
    }
    if let subject = request.subject { requireText(subject.bytes, 1...255) }
    require(request.provider != nil || request.subject == nil, "a user of no provider")
  }

  private static let start = Moment(milliseconds: 0)

  func profile(_ provider: ProviderName) async throws -> Fields {
    require((try? ProviderName(provider.text)) == provider, "a provider's name")
    return [:]
  }

  func test(_ provider: ProviderName) async throws -> Fields { try await profile(provider) }

  func startRecording(_ id: CredentialID) async throws -> Moment {
    requireSound(id)
    return Moment(milliseconds: 0)
  }

  func stopRecording(_ id: CredentialID) async throws { requireSound(id) }

  func recordings(of provider: ProviderName) async throws -> [Fields] {
    [try await profile(provider)]
  }

  func events(generation: String, after: Int64, limit: Int) async throws -> EventPage {
    require((1...1000).contains(limit) && after >= 0, "a page of \(limit) after \(after)")
    return EventPage(generation: generation, events: [], next: after)
  }

  func status() async throws -> Fields { ["mode": .text("observe")] }

  func reload() async throws {}

  private static func row(_ id: CredentialID) -> Credential {
    Credential(id: id, account: nil, labels: [], since: Moment(milliseconds: 0))
  }

  private func requireSound(_ id: CredentialID) {
    require((try? ProviderName(id.provider.text)) == id.provider, "a provider's name")
    requireText(id.subject.bytes, 1...255)
  }

  private func requireText(_ bytes: [UInt8], _ length: ClosedRange<Int>) {
    require(length.contains(bytes.count), "a text of \(bytes.count) bytes")
    let text = String(validating: bytes, as: UTF8.self)
    let control = text?.unicodeScalars.contains { $0.properties.generalCategory == .control }
    require(control == false, "a text with a control character")
  }
}
