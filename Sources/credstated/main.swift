import CredentialDaemon

DaemonProgram.main(CommandLine.arguments)
