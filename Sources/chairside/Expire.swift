import ArgumentParser
import ClinicOperations

struct Expire: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expire",
        abstract:
            "Forget what was written about treatments and money where the law wants it no longer: after ten years.",
        discussion: "That there were appointments and payments stays. To be run once a year.")

    @OptionGroup var installation: InstallationOptions

    func run() async throws {
        let count = try await installation.resolved().expire()
        print("\(count) records were forgotten")
    }
}
