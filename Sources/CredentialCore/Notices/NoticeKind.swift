/// Every sentence of the log, declared once: level, message id, constant text.
///
/// Message ids are random 128-bit numbers (`systemd-id128 new`, sd_journal_print(3)); one never
/// changes and is never reused. Catalog, man page and tests are checked against this table.
package enum NoticeKind: String, Sendable, CaseIterable {
  /// The daemon is ready.
  case started
  /// The daemon stops.
  case stopping
  /// A new configuration is in force.
  case reloaded
  /// A reload was refused; the old configuration stays.
  case reloadRefused = "reload_refused"
  /// A credential was enrolled.
  case registered
  /// A sign-in was verified.
  case signedIn = "signed_in"
  /// A sign-in was not taken.
  case signInRefused = "sign_in_refused"
  /// A credential was removed.
  case forgotten
  /// A credential's state changed.
  case stateChanged = "state_changed"
  /// A credential was confirmed for the first time, or again after having been unknown.
  case confirmed
  /// A credential lost one of its tokens.
  case grantLost = "grant_lost"
  /// The answer to a refresh that may have replaced a token was lost.
  case rotationLost = "rotation_lost"
  /// Nobody has confirmed a user for long.
  case credentialStale = "credential_stale"
  /// A provider told of something beside the state.
  case signalled
  /// A push changes nothing.
  case pushPassedOver = "push_passed_over"
  /// A submitted push was refused.
  case pushRefused = "push_refused"
  /// A submitted push was verified and is durable.
  case pushTaken = "push_taken"
  /// A complete list of linked users lacks some who are watched.
  case sweepMissed = "sweep_missed"
  /// A list of linked users was not read to its end.
  case sweepBroken = "sweep_broken"
  /// A push told of something that nobody here knows.
  case pushUnknown = "push_unknown"
  /// A first negative answer waits for a second.
  case suspicionOpened = "suspicion_opened"
  /// A proven verdict is kept back.
  case verdictWithheld = "verdict_withheld"
  /// Somebody asked for an operation, and it was done.
  case operated
  /// A provider's program wrote to its standard error.
  case programSaid = "program_said"
  /// A provider's program broke the protocol, or ended.
  case programFailed = "program_failed"
  /// A hook did its work.
  case hookDone = "hook_done"
  /// A hook's attempt failed and will be repeated.
  case hookRetry = "hook_retry"
  /// A hook was given up for an event.
  case hookGivenUp = "hook_given_up"
  /// A delivery was dropped because a later event has undone it.
  case hookSuperseded = "hook_superseded"
  /// A hook in mode `observe` would have been run.
  case hookObserved = "hook_observed"
  /// A hook file is passed over or refused.
  case hookRefused = "hook_refused"
  /// A condition began.
  case conditionBegan = "condition_began"
  /// A condition ended.
  case conditionEnded = "condition_ended"

  /// Level, message id and sentence.
  private var declaration: (level: NoticeLevel, id: String, sentence: String) {
    switch self {
    case .started:
      (.info, "0b6d5a1f7e0b4a52a3f4d6f0c3c5b101", "credstated is ready")
    case .stopping:
      (.info, "0b6d5a1f7e0b4a52a3f4d6f0c3c5b102", "credstated stops")
    case .reloaded:
      (.info, "7f2c8de1b5a64c1c9e0f3a7742d1e203", "The new configuration is in force")
    case .reloadRefused:
      (
        .error, "7f2c8de1b5a64c1c9e0f3a7742d1e204",
        "The configuration was not reloaded; the old one stays in force"
      )
    case .registered:
      (.debug, "c1d7a3b8e94f4f1d8a5b60c27f9ee305", "A credential was registered")
    case .signedIn:
      (.debug, "69e76121c7c946ddacd6f04997eb41dc", "A sign-in was verified and kept")
    case .signInRefused:
      (.info, "433bb137b5424c509cddbbf900d85275", "A sign-in was not taken; the reason says why")
    case .forgotten:
      (.notice, "c1d7a3b8e94f4f1d8a5b60c27f9ee306", "A credential was forgotten")
    case .stateChanged:
      (.notice, "3e9b7c5a1d2f4b68905c7e4fa1b8d407", "A credential changed its state")
    case .confirmed:
      (.debug, "3e9b7c5a1d2f4b68905c7e4fa1b8d406", "The provider confirmed a credential")
    case .grantLost:
      (.notice, "3e9b7c5a1d2f4b68905c7e4fa1b8d408", "A credential lost one of its tokens")
    case .rotationLost:
      (
        .warning, "3e9b7c5a1d2f4b68905c7e4fa1b8d414",
        "The answer to a refresh was lost, and the token with it; the state stays"
      )
    case .credentialStale:
      (
        .debug, "3e9b7c5a1d2f4b68905c7e4fa1b8d411",
        "The provider has not confirmed a user for long; the state stays"
      )
    case .signalled:
      (
        .info, "3e9b7c5a1d2f4b68905c7e4fa1b8d412",
        "A provider told of something beside the state; the state stays"
      )
    case .pushPassedOver:
      (
        .info, "3e9b7c5a1d2f4b68905c7e4fa1b8d413",
        "A push changes nothing; the rule says why"
      )
    case .pushRefused:
      (
        .warning, "ac733d06f329183ed6e6ea9e1a10d648",
        "A submitted push was refused; nothing has changed"
      )
    case .pushTaken:
      (.debug, "3057172f18941a3df0701643b05b9407", "A submitted push was verified and kept")
    case .sweepMissed:
      (
        .info, "09984c9f7bc88472c79fd1bef915e16a",
        "Users are missing from the list of linked users; they are looked at, and their states stay"
      )
    case .sweepBroken:
      (
        .info, "d73b391c396e5fd77757bb3f7ae05d24",
        "The list of linked users was not read to its end, so it says nothing of anybody"
      )
    case .pushUnknown:
      (
        .notice, "c741ad6ac15e3aea4422580ecbb11a4d",
        "A verified push tells of something that nothing here acts on"
      )
    case .suspicionOpened:
      (
        .info, "3e9b7c5a1d2f4b68905c7e4fa1b8d409",
        "A first negative answer; the state stays until a second look agrees"
      )
    case .verdictWithheld:
      (
        .notice, "3e9b7c5a1d2f4b68905c7e4fa1b8d40a",
        "A proven state change is kept back"
      )
    case .operated:
      (.notice, "3e9b7c5a1d2f4b68905c7e4fa1b8d40b", "An operation was asked for and done")
    case .programSaid:
      (
        .info, "6f41c2d09b7e4d35a8c01e927f53b611",
        "A provider's program wrote to its standard error"
      )
    case .programFailed:
      (
        .warning, "6f41c2d09b7e4d35a8c01e927f53b612",
        "A provider's program failed; it is started again, and nobody is logged out for it"
      )
    case .hookDone:
      (.info, "a84e1f60c37d4d0bb2f9516d8e73c50b", "A hook did its work")
    case .hookRetry:
      (.warning, "a84e1f60c37d4d0bb2f9516d8e73c50c", "A hook failed; it will be run again")
    case .hookGivenUp:
      (.error, "a84e1f60c37d4d0bb2f9516d8e73c50d", "A hook was given up for this event")
    case .hookSuperseded:
      (
        .info, "a84e1f60c37d4d0bb2f9516d8e73c50e",
        "A later event has undone this one; its hook is not run any more"
      )
    case .hookObserved:
      (
        .notice, "a84e1f60c37d4d0bb2f9516d8e73c510",
        "A hook would have been run; its mode is observe"
      )
    case .hookRefused:
      (.warning, "a84e1f60c37d4d0bb2f9516d8e73c50f", "A hook is passed over")
    case .conditionBegan:
      (.warning, "5d10c9e2f7384ae6b1d83f5a0c64e610", "A condition began")
    case .conditionEnded:
      (.info, "5d10c9e2f7384ae6b1d83f5a0c64e611", "A condition ended")
    }
  }

  /// How urgent the entry is.
  package var level: NoticeLevel { declaration.level }
  /// The entry's MESSAGE_ID, 32 lower-case hex digits.
  package var messageID: String { declaration.id }
  /// The entry's constant sentence.
  package var sentence: String { declaration.sentence }
}
