internal import HTTP
internal import Testing

@Suite("How long an answer may be kept")
struct CachingTests {
  @Test(
    "max-age less Age counts, no-store and no-cache mean not at all, nonsense means nothing",
    arguments: [
      ("max-age=3600", nil, 3600), ("public, Max-Age=600, must-revalidate", "100", 500),
      ("max-age=\"60\"", nil, 60), ("max-age=60", "61", 0), ("max-age=60", "x", 60),
      ("max-age=0", nil, 0), ("no-store, max-age=60", nil, 0), ("max-age=60,no-cache", nil, 0),
      ("max-age=99999999999999999999", nil, 315_360_000), ("max-age=", nil, nil),
      ("max-age=-1", nil, nil), ("max-age=1.5", nil, nil), ("x-max-age=60", nil, nil),
      ("private", nil, nil), ("", nil, nil),
    ] as [(String, String?, Int64?)])
  func life(control: String, age: String?, seconds: Int64?) {
    let fields = [HTTPField("cache-control", control)] + (age.map { [HTTPField("Age", $0)] } ?? [])
    #expect(HTTPResponse(status: 200, fields: fields, body: []).maximumAge == seconds)
  }

  @Test("an answer that says nothing says nothing")
  func silent() {
    #expect(HTTPResponse(status: 200, fields: [], body: []).maximumAge == nil)
  }
}
