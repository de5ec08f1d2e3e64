import ArgumentParser
import ClinicOperations

struct Expire: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expire",
        abstract:
            "Destroy the keys of records whose retention has ended, ten years after the last treatment.",
        discussion: "Appointments and payments stay, without their texts. Run it once a year.")

    @OptionGroup var installation: InstallationOptions

    func run() async throws {
        let count = try await installation.resolved().expire()
        print("\(count) records were forgotten")
    }
}
