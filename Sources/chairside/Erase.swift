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
    @Option(help: "Why: \(Maintenance.erasureReasons.joined(separator: ", ")).")
    var reason: String
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var keys: KeyOptions

    func validate() throws {
        guard Maintenance.erasureReasons.contains(reason) else {
            throw ValidationError("--reason is one of: \(Maintenance.erasureReasons.joined(separator: ", "))")
        }
        guard (patient == nil) != (staff == nil) else { throw ValidationError("give --patient or --staff") }
    }

    func run() async throws {
        guard let person = patient.map(Maintenance.Person.patient) ?? staff.map(Maintenance.Person.staff) else {
            return
        }
        let isNew = try await Maintenance.erase(
            try database.resolved(), keys: keys.resolved, clinic: clinic, person: person, reason: reason,
            logger: standardLogger())
        print(isNew ? "erased" : "was erased before")
    }
}
