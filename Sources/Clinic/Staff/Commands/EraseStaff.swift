public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that erases the contact details and absence reasons of a former member of staff. The name, the roles,
/// the times of absences and the appointments stay.
public struct EraseStaff: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchMember
        /// The person is still an active member of staff, whose contact details the clinic needs.
        case stillActive

        public var problem: Problem {
            switch self {
            case .noSuchMember: .notFound
            case .stillActive: Problem(.staffStillActive)
            }
        }
    }

    public let member: ID<StaffMember>
    public let reason: ErasureReason

    public init(_ member: ID<StaffMember>, reason: ErasureReason) {
        self.member = member
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard let known = model[.settings].staff[member] else { throw .noSuchMember }
        guard !known.isErased else { return [] }
        guard !known.isActive else { throw .stillActive }
        return [.staff(.staffErased(StaffErased(staff: member, reason: reason)))]
    }
}

extension StaffAPI {
    static let eraseStaff = Endpoint<ClinicAction>(
        .post, "/api/v1/staff/{staff_id}/erasure", id: "eraseStaff",
        summary: "Erase a former member of staff's personal data",
        details: """
            Destroys the e-mail address, the reasons of time off and the login, in the log too. The name and the \
            appointments stay. This cannot be undone.
            """,
        tag: "Staff", for: AdminOnly.self, takes: .path("staff_id", .staffID), .body(ErasureBody.codec),
        answers: [.ok(StaffAnswer.codec, "The member of staff without these data")],
        problems: [.notFound, .staffStillActive], idempotency: .accepted
    ) { _, member, body throws(Problem) in
        .command(
            ClinicCommand(
                EraseStaff(member, reason: body.reason), answer: .staff(member), endsSessions: true)
        )
    }
}

extension Problem.Kind {
    public static let staffStillActive = Problem.Kind(
        "staff-still-active", 409, "The member of staff still works here; deactivate them first",
        means: "Only the details of people who have left can be erased.",
        remedy: "Deactivate the member of staff first.")
}
