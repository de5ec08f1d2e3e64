import ArgumentParser
import ClinicOperations

struct Erase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Forget a patient: name, contact, notes on the person, login; in the log too, for good.",
        discussion: """
            What was done and paid stays under the patient's id for as long as the law wants it (see expire). Refused while \
            appointments are to come or money is owed, on either side. Of staff who have left, e-mail, login and the reasons \
            of time off go. Backups from before still have the key: let them expire.
            """)

    @Option(help: "The clinic's id or name.")
    var clinic: String
    @Option(help: "The patient's id.")
    var patient: String?
    @Option(help: "Or the id of a member of staff.")
    var staff: String?
    @Option(help: "Why: \(Installation.erasureReasons.joined(separator: ", ")).")
    var reason: String
    @OptionGroup var installation: InstallationOptions

    func validate() throws {
        guard Installation.erasureReasons.contains(reason) else {
            throw ValidationError("--reason is one of: \(Installation.erasureReasons.joined(separator: ", "))")
        }
        guard (patient == nil) != (staff == nil) else { throw ValidationError("give --patient or --staff") }
    }

    func run() async throws {
        guard let person = patient.map(Installation.Person.patient) ?? staff.map(Installation.Person.staff) else {
            return
        }
        let isNew = try await installation.resolved().erase(person, of: clinic, reason: reason)
        print(isNew ? "erased" : "was erased before")
    }
}
