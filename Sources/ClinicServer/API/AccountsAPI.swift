import Clinic
import Endpoints
import EventSourcing
import EventStore
import Identifiers
import Identity
import JSON
import Logging

/// The endpoints for logins of a clinic's staff, which an admin grants, and of its patients, which the front desk
/// grants.
enum AccountsAPI {
    private static let invitation = """
        Without a `password`, the person is mailed a token to choose one with. The `password` is taken if \
        the address has no account yet, or an account without a membership. If that account has a password \
        that its owner may not have chosen, the login opens nothing until the reader of the address's mail \
        has chosen another one; a token for that is mailed. If the account's owner has chosen its password, \
        a mail tells them of the new clinic. `invitation` says what became of the mail, the same in all \
        these cases.

        With `link`, an admin gets a token in the answer instead, to hand over. This works only for an \
        account without a password that is used in this clinic alone. The log records who asked for it.
        """

    static let endpoints: [Endpoint<ServerAction>] = [
        Endpoint(
            .post, "/api/v1/staff/{staff_id}/account", id: "giveStaffAccount",
            summary: "Give a member of staff a login", details: invitation, tag: "Accounts", for: AdminOnly.self,
            takes: .path("staff_id", .staffID), .body(AccountBody.codec),
            answers: [.made(AccountGiven.codec, "The account, and what became of the invitation")],
            problems: [.notFound, .accountExists, .weakPassword, .tooManyAttempts]
        ) { caller, id, body in
            .work { services, call in
                let member = try await services.fact(caller.clinic) { model in model[.settings].staff[id] }
                guard let member, member.isActive else { throw Problem.notFound }
                return try await services.give(
                    body, name: member.details.name, roles: member.details.roles.all.map { Role($0) },
                    subject: id.uuid, in: caller.clinic,
                    if: .isOnStaff(id, as: member.details.roles, in: caller.clinic), caller.principal, call)
            }
        },
        Endpoint(
            .post, "/api/v1/patients/{patient_id}/account", id: "givePatientAccount",
            summary: "Give a patient a login", details: invitation, tag: "Accounts", for: FrontDesk.self,
            takes: .path("patient_id", Codec<ID<Patient>>.patientID), .body(AccountBody.codec),
            answers: [.made(AccountGiven.codec, "The account, and what became of the invitation")],
            problems: [.notFound, .restrictedRecord, .patientMerged, .accountExists, .weakPassword, .tooManyAttempts]
        ) { caller, id, body in
            .work { services, call in
                let reader = RecordReader(caller)
                let (details, isRefused, survivor) = try await services.fact(caller.clinic) { model in
                    let shown = [id] + model[.guardian(id)].dependants
                    let isRefused = shown.contains { reader.access(to: $0, &model, at: call.now) == .refused }
                    return (model[.patient(id)].details, isRefused, model[.registration(of: id)].mergedInto)
                }
                guard let details, let name = details.fullName.value else { throw Problem.notFound }
                // A patient's login gives access to the data of the patient and of the dependants. So a caller who
                // grants the login must have access to the records of all of them.
                guard !isRefused else { throw Problem(.restrictedRecord) }
                if let survivor { throw Problem.patientMerged(into: survivor) }
                return try await services.give(
                    body, name: name, roles: [.patient], subject: id.uuid, in: caller.clinic,
                    if: .isCurrent(id, in: caller.clinic), caller.principal, call)
            }
        },
    ]
}

extension LoopServices {
    /// Reads a fact about a clinic from its states. The states include all events that were appended before the call.
    fileprivate func fact<Fact>(
        _ clinic: UUIDBytes, _ read: (inout DecisionModel<ClinicEvent>) -> Fact
    ) async throws -> Fact {
        try await log.read(clinic, fresh: true) { model in read(&model) }
    }

    fileprivate func give(
        _ body: AccountBody, name: String, roles: [Role], subject: UUIDBytes, in clinic: UUIDBytes,
        if condition: AccountGrant.Condition, _ caller: Principal, _ call: ServerCall
    ) async throws -> WorkAnswer {
        if body.wantsLink, caller.role != .admin { throw Problem(.forbidden) }
        let account = try await identity.grant(
            AccountGrant(
                email: body.email, name: name, password: body.password, clinic: clinic, roles: roles, subject: subject,
                invitation: body.wantsLink ? .link(by: caller.account) : .mail, condition: condition,
                by: caller.account),
            at: call.now)
        if case .link = account.invitation {
            logger.notice(
                "a one-time link was given to an admin",
                metadata: ["clinic": "\(clinic)", "admin": "\(caller.account)", "account": "\(account.id)"])
        }
        return WorkAnswer(201, AccountGiven.codec.bytes(AccountGiven(account, version: 1, roles: roles)))
    }
}
