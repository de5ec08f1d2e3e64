import ArgumentParser

/// The command. Exit codes: 0 done, 1 failed or differences found, 64 wrong arguments (sysexits.h).
@main
struct Chairside: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chairside",
        abstract: "An event-sourced clinic: appointments, reception and billing over HTTP.",
        subcommands: [
            Setup.self, Serve.self, Migrate.self, Clinics.self, Demo.self, Rebuild.self, Verify.self, Export.self,
            Erase.self, Expire.self,
            OpenAPIDocument.self, Keys.self, MasterKey.self, StaffCommand.self, Cert.self, MeasureAppend.self,
        ])
}
