// The program; its library does the work.
internal import CredentialHooks
internal import Glibc

exit(RunnerProgram.main(Array(CommandLine.arguments.dropFirst())))
