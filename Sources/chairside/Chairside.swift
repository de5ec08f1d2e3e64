import ArgumentParser

/// The command. Exit codes: 0 done, 1 failed or differences found, 64 wrong arguments (sysexits.h).
@main
struct Chairside: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chairside",
        abstract: "An event-sourced clinic: appointments, reception and billing over HTTP.",
        subcommands: [
            Serve.self, Migrate.self, Demo.self, Rebuild.self, Verify.self, Export.self, Erase.self, Expire.self,
            Quarantine.self,
            OpenAPIDocument.self, Keys.self, MasterKey.self, StaffCommand.self, Cert.self, Zones.self,
            MeasureAppend.self,
        ])
}
