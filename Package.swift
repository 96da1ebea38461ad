// swift-tools-version: 6.0
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A library of the distribution, imported by exactly one Swift target.
func systemLibrary(_ name: String, pkgConfig: String? = nil, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

func program(_ name: String, _ library: Target.Dependency) -> Target {
  .executableTarget(name: name, dependencies: [library], swiftSettings: swiftSettings)
}

func tests(_ subject: String, _ more: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(subject)Tests", dependencies: [.byName(name: subject), "Support"] + more,
    swiftSettings: swiftSettings)
}

let package = Package(
  name: "credstate",
  targets: [
    // C libraries.
    systemLibrary("CJansson", pkgConfig: "jansson", apt: "libjansson-dev"),
    systemLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    systemLibrary("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
    // No pkgConfig: its flags hold a path that SwiftPM warns about on Debian 13.
    systemLibrary("CCurl", apt: "libcurl4-openssl-dev"),
    systemLibrary("CMicrohttpd", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
    systemLibrary("CSystemd", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
    .target(
      name: "CTOML",
      cxxSettings: [.define("TOML_HEADER_ONLY", to: "0"), .define("TOML_SHARED_LIB", to: "1")],
      linkerSettings: [.linkedLibrary("tomlplusplus")]),
    .target(name: "CLinux"),

    // Wrappers: domain-free.
    library("Linux", ["CLinux"]),
    library("JSON", ["CJansson"]),
    library("TOML", ["CTOML"]),
    library("SQLite", ["CSQLite"]),
    library("Crypto", ["COpenSSL"]),
    library("JOSE", ["Crypto", "JSON"]),
    library("HTTP", ["CCurl", "Linux"]),
    library("HTTPServer", ["CMicrohttpd", "Linux"]),
    library("Systemd", ["CSystemd", "Linux"]),

    // The domain.
    library("CredentialCore", []),
    library("CredentialMonitor", ["CredentialCore"]),
    library("CredentialStore", ["CredentialCore", "SQLite", "Crypto", "Linux"]),
    library("CredentialProviders", ["CredentialCore", "HTTP", "JOSE", "Crypto", "JSON", "Linux"]),
    library("CredentialHooks", ["CredentialCore", "HTTP", "Crypto", "JSON", "Linux", "Systemd"]),
    library("CredentialSandbox", ["HTTPServer", "JOSE", "Crypto", "JSON", "Linux"]),
    library(
      "CredentialDaemon",
      [
        "CredentialCore", "CredentialMonitor", "CredentialStore", "CredentialProviders",
        "CredentialHooks", "HTTP", "Crypto", "JSON", "Linux", "Systemd", "TOML",
      ]),
    library("CredentialCLI", ["CredentialCore", "Systemd", "JSON", "Linux"]),

    // Programs: a few lines each.
    program("credstated", "CredentialDaemon"),
    program("credstate-hookd", "CredentialHooks"),
    program("credstatectl", "CredentialCLI"),
    program("credstate-sandbox", "CredentialSandbox"),
    .executableTarget(name: "credstate-exec"),

    // Tests.
    .target(
      name: "Support", dependencies: ["CredentialCore", "Linux"], path: "Tests/Support",
      swiftSettings: swiftSettings),
    tests("Linux"),
    tests("JSON"),
    tests("TOML"),
    tests("SQLite"),
    tests("Crypto", ["JSON"]),
    tests("JOSE", ["Crypto", "JSON"]),
    // What `make test-vectors` and `make test-jose-peers` ask.
    .executableTarget(
      name: "jose-check", dependencies: ["JOSE", "Crypto", "JSON"], path: "Tests/JOSECheck",
      swiftSettings: swiftSettings),
    tests("HTTP", ["CredentialCore", "HTTPServer", "Crypto", "Linux"]),
    tests("HTTPServer", ["HTTP", "Crypto"]),
    tests("Systemd"),
    tests("CredentialCore", ["JSON"]),
    tests("CredentialMonitor", ["CredentialStore", "Crypto", "Linux", "SQLite"]),
    tests("CredentialStore", ["SQLite", "Crypto", "Linux"]),
    tests(
      "CredentialProviders",
      ["CredentialSandbox", "HTTP", "HTTPServer", "JOSE", "Crypto", "JSON", "Linux"]),
    tests("CredentialHooks", ["CredentialStore", "JSON"]),
    tests("CredentialSandbox", ["HTTP", "Crypto", "JSON"]),
    tests(
      "CredentialDaemon",
      [
        "CredentialCore", "CredentialMonitor", "CredentialProviders", "CredentialStore", "Linux",
        "Systemd", "TOML",
      ]),
    tests("CredentialCLI", ["CredentialCore", "Systemd", "JSON", "Linux", "credstatectl"]),
    .testTarget(
      name: "HouseTests", dependencies: ["Support", "Linux", "JSON"], swiftSettings: swiftSettings),
    .testTarget(
      name: "IntegrationTests",
      dependencies: [
        "Support", "CredentialCore", "CredentialProviders", "Systemd", "JSON", "SQLite", "Linux",
        "Crypto", "JOSE", "HTTP", "HTTPServer", "credstated", "credstate-hookd", "credstatectl",
        "credstate-sandbox",
        "credstate-exec",
      ], swiftSettings: swiftSettings),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// The fuzzer is built by `make fuzz` alone, with flags that no other build has.
if Context.environment["CREDSTATE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "credstate-fuzz",
      dependencies: [
        "CredentialCore", "CredentialDaemon", "CredentialHooks", "CredentialProviders",
        "CredentialSandbox", "CredentialStore", "Crypto", "HTTP", "JOSE", "JSON", "Linux",
        "Systemd", "TOML",
      ],
      path: "Tests/Fuzz", exclude: ["Corpus"],
      swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library"])]))
}
