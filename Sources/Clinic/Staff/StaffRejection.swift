public import Endpoints
import EventSourcing
public import Identifiers
import JSON

/// Why a staff or absence command is rejected.
public enum StaffRejection: ClinicRejection, Hashable {
    case notFounded
    case clinicClosed
    case noSuchMember
    case deactivated
    /// The person is still active, and contact details of active staff are needed.
    case stillActive
    /// The admin tried to revoke their own access.
    case oneself
    /// The caller has just lost the admin role.
    case adminNoMore
    /// Another active member of staff has the same e-mail address.
    case emailTaken(by: ID<StaffMember>)
    case noSuchTimeOff
    case tooMuchTimeOff
    /// The clocks skip the local time.
    case noSuchLocalTime(LocalDateTime)

    public var problem: Problem {
        switch self {
        case .notFounded: Problem(.clinicNotFounded)
        case .clinicClosed: Problem(.clinicClosed)
        case .noSuchMember, .noSuchTimeOff: .notFound
        case .deactivated: Problem(.staffDeactivated)
        case .stillActive: Problem(.staffStillActive)
        case .oneself: Problem(.ownAccess)
        case .adminNoMore: Problem(.forbidden)
        case .emailTaken(let other): Problem(.staffEmailTaken).with("staff_id", other, .id())
        case .tooMuchTimeOff:
            Problem(.limitReached, "At most \(AddTimeOff.limit) times off a person; remove those that are over.")
        case .noSuchLocalTime(let local): Problem(.noSuchLocalTime).with("local_time", local, .localDateTime)
        }
    }
}

extension ClinicSettings {
    /// Checks that the caller is still an admin: if two admins revoke each other at once, one revocation fails. The
    /// operator, who is not a member of staff, may always do it.
    func checkIsAdmin(_ id: ID<StaffMember>) throws(StaffRejection) {
        if let member = staff[id], !member.isActive || !member.details.roles.contains(.admin) { throw .adminNoMore }
    }

    func check(_ details: StaffDetails, of member: ID<StaffMember>) throws(StaffRejection) {
        guard isFounded else { throw .notFounded }
        guard closedOn == nil else { throw .clinicClosed }
        guard let email = details.email?.value?.lowercased() else { return }
        for other in staff.all where other.isActive && other.id != member {
            if other.details.email?.value?.lowercased() == email { throw .emailTaken(by: other.id) }
        }
    }
}

extension Problem.Kind {
    public static let staffStillActive = Problem.Kind(
        "staff-still-active", 409, "The member of staff still works here; deactivate them first",
        means: "Only the details of people who have left can be erased.",
        remedy: "Deactivate the member of staff first.")
    public static let staffDeactivated = Problem.Kind(
        "staff-deactivated", 409, "The member of staff does not work here any more",
        means: "The member of staff was deactivated.",
        remedy: "Do not repeat the request. Add the person again if they have come back.")
    public static let ownAccess = Problem.Kind(
        "own-access", 409, "Another admin has to do this: it would end your own access",
        means: """
            Admins cannot deactivate themselves or take the role `admin` from themselves, so that a clinic always \
            has one.
            """,
        remedy: "Ask another admin.")
    public static let staffEmailTaken = Problem.Kind(
        "staff-email-taken", 409, "Another active member of staff has this e-mail address",
        means: "The address is in the details of the member of staff `staff_id`.",
        remedy: "Use another address, or correct theirs first.",
        members: [
            .member(
                "staff_id", Codec<ID<StaffMember>>.id().described("The member of staff who has the address."),
                example: .example)
        ])
    public static let noSuchLocalTime = Problem.Kind(
        "no-such-local-time", 409, "The clocks skip this time when they go forward",
        means: """
            In the clinic's time zone the clocks go forward over `local_time` on that day, so that it does not \
            exist.
            """,
        remedy: "Choose a time before or after the hour that is skipped.",
        members: [
            .member(
                "local_time",
                Codec<LocalDateTime>.localDateTime.described(
                    "The time that does not exist, by the clinic's wall clock."),
                example: .exampleOfSkipped)
        ])
}
