public import Endpoints
import EventSourcing
import Identifiers
import JSON

extension Problem.Kind {
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
}

extension Problem {
    static func staffEmailTaken(by other: ID<StaffMember>) -> Problem {
        Problem(.staffEmailTaken).with("staff_id", other, .id())
    }
}
