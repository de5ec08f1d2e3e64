import ArgumentParser
import ClinicOperations

struct Expire: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expire",
        abstract:
            "Forget what was written about treatments and money where the law wants it no longer: after ten years.",
        discussion: "That there were appointments and payments stays. To be run once a year.")

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var keys: KeyOptions

    func run() async throws {
        let count = try await Maintenance.expire(
            try database.resolved(), keys: keys.resolved, logger: standardLogger())
        print("\(count) records were forgotten")
    }
}
