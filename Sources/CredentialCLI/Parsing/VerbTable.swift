/// All verbs, and the options that every verb takes. A new verb is one line here.
package enum VerbTable {
  /// The verbs in the order of the help text.
  package static let verbs: [Verb] = [
    RegisterCommand.verb,
    SignInCommand.verb,
    ListCommand.verb,
    ShowCommand.verb,
    UserCommand.verb,
    ExplainCommand.verb,
    CheckCommand.verb,
    AccessTokenCommand.verb,
    ReportCommand.verb,
    PushCommand.verb,
    ForgetCommand.verb,
    HoldsCommand.verb,
    ReleaseCommand.verb,
    DiscardCommand.verb,
    PauseCommand.verb,
    ResumeCommand.verb,
    BaselineAcceptCommand.verb,
    RevertCommand.verb,
    TransferPlanCommand.verb,
    TransferStepCommand.export,
    TransferStepCommand.import,
    TransferStatusCommand.verb,
    TransferListCommand.verb,
    AuditCommand.verb,
    EventsCommand.verb,
    StatusCommand.verb,
    ProviderProfileCommand.verb,
    ProviderTestCommand.verb,
    ProviderRecordCommand.verb,
    ProviderConformanceCommand.verb,
    ReloadCommand.verb,
    ConfigCheckCommand.verb,
    SimulateCommand.verb,
    HelpCommand.verb,
  ]

  /// What runs when no verb is given.
  package static let standard = ListCommand.verb

  /// The options of every verb, allowed before and after it.
  package static let options: [VerbOption] = [
    VerbOption("json", letter: "j", "print one JSON document instead of text"),
    VerbOption(
      "bus-address", value: .text("ADDRESS"),
      "the message bus of the daemon instead of the system bus"),
    VerbOption("help", letter: "h", "explain the command, or the verb"),
    VerbOption("version", letter: "V", "print the version"),
  ]
}
