/// What a scene's configuration file says.
struct SceneSettings {
  /// The kind of the provider.
  var kind = "sandbox"
  /// The only client of the provider.
  var client = "com.example.app"
  /// Time between two looks.
  var interval = "1s"
  /// Time to the look that may confirm a negative answer.
  var confirmAfter = "1s"
  /// Whether what the first interval finds waits to be accepted.
  var baseline = false
  /// Further keys of the provider.
  var provider = ""
  /// Further keys of `[hooks]`.
  var hooks = ""
  /// Further text.
  var more = ""

  /// The whole file.
  func text(folder: String, endpoint: String) -> String {
    """
    mode = "enforce"

    [store]
    sealing_key_file = "\(folder)/seal.key"

    [provider.demo]
    kind = "\(kind)"
    endpoint = "\(endpoint)"
    ca_file = "\(folder)/sandbox/ca.pem"
    team_id = "TEAM123456"
    key_id = "KEY1234567"
    key_file = "\(folder)/sandbox/AuthKey_KEY1234567.p8"
    clients = ["\(client)"]
    interval = "\(interval)"
    stale_after = "30d"
    confirm_after = "\(confirmAfter)"
    baseline = \(baseline)
    \(provider)

    [hooks]
    directories = ["\(folder)/hooks.d"]
    \(hooks)

    \(more)
    """
  }
}
