import Clinic
import Endpoints
import EventSourcing
import EventStore
import Identifiers

/// Lets an owner who is admin and doctor do both in one session, if the clinic wants that.
extension Dispatcher {
    /// Whether an operation, asked for in an admin's session, may be open to the admin because they are a doctor too.
    func isForDoctors(_ operation: Operation, not principal: Principal) -> Bool {
        principal.role == .admin && !operation.roles.contains(.admin) && operation.roles.contains(.doctor)
    }

    /// The caller as the doctor that they are too; the caller as they are if the clinic does not allow that, or if they
    /// are no doctor; `nil` if the clinic's state is not in memory.
    func treatingFromMemory(_ admin: Principal) -> Principal? {
        services.log.readFromMemory(admin.clinic) { model in Self.treating(admin, &model) }
    }

    func treating(_ admin: Principal) async throws -> Principal {
        try await services.log.read(admin.clinic) { model in Self.treating(admin, &model) }
    }

    private static func treating(_ admin: Principal, _ model: inout DecisionModel<ClinicEvent>) -> Principal {
        let settings = model[.settings]
        guard settings.rules.adminsTreat == true, let member = settings.staff[ID(admin.subject)], member.isActive,
            member.isDoctor
        else { return admin }
        return admin.asDoctor
    }
}
