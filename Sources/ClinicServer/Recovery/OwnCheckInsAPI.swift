import Clinic
import Endpoints
import EventSourcing
import EventStore
import Identifiers
import JSON

/// The endpoints for the export and the erasure of the check-ins that an account chose without a clinic. They work in
/// every session of the account, since an account without a clinic can get a membership later.
enum OwnCheckInsAPI {
    static let endpoints: [Endpoint<ServerAction>] = [export, erase]

    private static let export = Endpoint<ServerAction>(
        .get, "/api/v1/check-ins/export", id: "exportOwnCheckIns",
        summary: "Export the check-ins that one chose without a clinic",
        details: """
            A copy of everything that is stored about these check-ins: the plan with its contact, all check-ins, the missed \
            ones, and the events. Check-ins as a patient are in the clinic's export.
            """,
        tag: "Recovery", for: SignedIn.self,
        answers: [.ok(Schema(.object), "All data about the check-ins")]
    ) { caller in
        .work { services, call in
            let export = PersonExport(clinic: Principal.personsFeed, patient: ID(caller.account))
            guard let json = try await export.json(services, at: call.now) else { throw Problem.notFound }
            return WorkAnswer(200, json)
        }
    }

    private static let erase = Endpoint<ServerAction>(
        .delete, "/api/v1/check-ins", id: "eraseOwnCheckIns",
        summary: "Erase the check-ins that one chose without a clinic",
        details: """
            Ends the plan, deletes it, and destroys the key that encrypts the contacts. The times of the check-ins stay in \
            the log, under the account's id. This cannot be undone, and the account cannot choose check-ins again. \
            Check-ins as a patient are not changed. Repeating this changes nothing.
            """,
        tag: "Recovery", for: SignedIn.self,
        answers: [.noContent("Nothing; the check-ins are erased")]
    ) { caller in
        .work { services, call in
            let feed = Principal.personsFeed
            _ = try await services.homes[feed].handle(
                EraseCheckIns(of: ID(caller.account)), in: feed,
                as: CommandEnvelope(actor: .account(caller.account, role: caller.role.rawValue), now: call.now))
            return WorkAnswer(204)
        }
    }
}
