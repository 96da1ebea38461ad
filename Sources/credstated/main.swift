import CredentialDaemon
import Glibc

exit(await DaemonProgram.main(CommandLine.arguments))
