import ArgumentParser
import ClinicOperations

struct Erase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase a patient's name, contact, notes and login for good, in the event log too.",
        discussion: """
            Treatments and payments stay under the patient's id for the legal retention period (see expire), and \
            their texts encrypted in the log only. The erasure is refused while there are future appointments, or while \
            either side owes money. For staff who have left, e-mail, login and the reasons of time off are erased. \
            Older backups still have the key: let them expire. Deleted rows stay in PostgreSQL's files until the tables \
            are rewritten (--rewrite), and in pg_wal until its files are overwritten.
            """)

    @Option(help: "The clinic's id or name.")
    var clinic: String
    @Option(help: "The patient's id.")
    var patient: String?
    @Option(help: "The id of a member of staff, instead of a patient's.")
    var staff: String?
    @Option(help: "Why: \(Installation.erasureReasons.joined(separator: ", ")).")
    var reason: String
    @Flag(help: "Also rewrite the tables that may have had the texts (VACUUM FULL). Each is locked meanwhile.")
    var rewrite = false
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
        guard rewrite else { return }
        print("\(try await installation.resolved().rewriteTables()) tables were rewritten")
        print(
            "older values stay in pg_wal until its files are overwritten, and in archives and backups until you delete them"
        )
    }
}
