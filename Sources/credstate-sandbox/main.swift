internal import CredentialSandbox
internal import Glibc

exit(SandboxProgram.run(Array(CommandLine.arguments.dropFirst())))
