import CredentialCLI

await Program.run()
