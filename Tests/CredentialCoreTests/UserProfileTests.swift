import CredentialCore
import Testing

@Suite("What is known of a user")
struct UserProfileTests {
  private func name(
    _ given: String?, _ family: String?, locale: String? = nil, middle: String? = nil
  ) -> PersonName {
    var name = PersonName()
    (name.given, name.family, name.locale, name.middle) = (given, family, locale, middle)
    return name
  }

  @Test("A name is shown in the order of its language")
  func order() {
    let cases: [(PersonName, String?)] = [
      (name("Ada", "Lovelace"), "Ada Lovelace"),
      (name("Anna", "Nagy", locale: "hu"), "Nagy Anna"),
      (name("An", "Nguyễn", locale: "vi-VN", middle: "Văn"), "Nguyễn Văn An"),
      (name("길동", "홍"), "홍길동"), (name("길동", "홍", locale: "en-US"), "홍길동"),
      (name("Gildong", "Hong", locale: "ko_KR"), "Hong Gildong"),
      (name("太郎", "山田", locale: "ja"), "山田太郎"), (name("さくら", "佐々木"), "佐々木さくら"),
      (name("小明", "王", locale: "zh-Hant"), "王小明"),
      (name("マイケル", "ジャクソン"), "マイケル ジャクソン"),
      (name("Ada", nil), "Ada"), (name(nil, "Lovelace", locale: "ja"), "Lovelace"),
      (name(nil, nil), nil),
    ]
    for (name, text) in cases { #expect(name.display == text) }
    var whole = PersonName()
    whole.full = "Ada King, Countess of Lovelace"
    #expect(whole.display == whole.full)
  }

  @Test("A relay is marked by its flag or its domain, and by nothing that only looks like it")
  func relay() {
    let cases: [(String, Bool?, Bool)] = [
      ("a@example.org", nil, false), ("a@example.org", true, true),
      ("x1@privaterelay.appleid.com", nil, true), ("x1@PrivateRelay.AppleID.com", false, true),
      ("x1@privaterelay.appleid.com.evil.example", nil, false),
      ("x1@notprivaterelay.appleid.com", nil, false), ("x1`privaterelay.appleid.com", nil, false),
    ]
    for (address, flag, isRelay) in cases {
      let mail = UserProfile.Mail(address, isVerified: nil, isRelay: flag)
      #expect(mail.isRelay == isRelay, "\(address)")
    }
  }

  @Test("Nothing never overwrites something, and something new does")
  func merging() {
    var first = UserProfile()
    first.mail = UserProfile.Mail("a@example.org", isVerified: true, isRelay: nil)
    first.name = name("Ada", "Lovelace")
    #expect(first.updated(by: UserProfile()) == first)
    var later = UserProfile()
    later.mail = UserProfile.Mail("b@example.org", isVerified: false, isRelay: true)
    later.name.family = "King"
    let whole = first.updated(by: later)
    #expect(whole.mail == later.mail && whole.name.display == "Ada King")
    #expect(UserProfile(members: whole.members) == whole)
    #expect(UserProfile(members: []) == UserProfile() && UserProfile().isEmpty)
  }

  @Test("What is told of a user names only what is known")
  func fields() {
    var profile = UserProfile()
    #expect(profile.fields.members.isEmpty)
    profile.mail = UserProfile.Mail("a@example.org", isVerified: nil, isRelay: nil)
    profile.name.given = "Ada"
    #expect(
      profile.fields == [
        "email": .text("a@example.org"), "email_is_relay": .boolean(false),
        "given_name": .text("Ada"), "display_name": .text("Ada"),
      ])
  }
}
