internal import Glibc

/// What libFuzzer calls with each input; returns 0, or the process dies and the input is kept.
///
/// One program holds every target, because building one is dear: `CREDSTATE_FUZZ_TARGET` names the
/// one to run. `scripts/fuzz` sets it.
@_cdecl("LLVMFuzzerTestOneInput")
package func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzzer.chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// The choice among the targets.
enum Fuzzer {
  static let chosen: FuzzTarget = {
    let name = getenv("CREDSTATE_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
      let names = FuzzTarget.all.map(\.name).joined(separator: " ")
      fatalError("CREDSTATE_FUZZ_TARGET is \"\(name)\"; it must be one of: \(names)")
    }
    return target
  }()
}
