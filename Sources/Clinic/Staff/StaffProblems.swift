public import Endpoints
import EventSourcing
import Identifiers
import JSON

extension Problem.Kind {
    public static let staffStillActive = Problem.Kind(
        "staff-still-active", 409, "They still work here; end that first")
    public static let staffDeactivated = Problem.Kind("staff-deactivated", 409, "They do not work here any more")
    public static let ownAccess = Problem.Kind(
        "own-access", 409, "Another admin has to do this: it would end your own access")
    public static let staffEmailTaken = Problem.Kind(
        "staff-email-taken", 409, "Somebody else here has this e-mail address",
        members: [
            .member("staff_id", Codec<ID<StaffMember>>.id().described("The member of staff who has the address."))
        ])
    public static let noSuchLocalTime = Problem.Kind(
        "no-such-local-time", 409, "The clocks skip this time when they go forward",
        members: [
            .member(
                "local_time",
                Codec<LocalDateTime>.localDateTime.described(
                    "The time that does not exist, by the clinic's wall clock."))
        ])
}

extension Problem {
    static func staffEmailTaken(by other: ID<StaffMember>) -> Problem {
        Problem(.staffEmailTaken).with("staff_id", other, .id())
    }
}
