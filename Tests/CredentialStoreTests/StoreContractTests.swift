internal import CredentialCore
internal import CredentialStore
internal import Crypto
internal import Support
internal import Testing

@Suite("the contract of the credential store")
struct StoreContractTests {
  let folder = TemporaryFolder()

  @Test("in memory", .timeLimit(.minutes(5)), arguments: StoreContract.cases)
  func memory(_ contract: StoreContractCase) async throws {
    let store = MemoryStore()
    try await contract.check(store)
    await store.close()
  }

  @Test("on disk", .timeLimit(.minutes(5)), arguments: StoreContract.cases)
  func disk(_ contract: StoreContractCase) async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    try await contract.check(store)
    await store.close()
  }
}
