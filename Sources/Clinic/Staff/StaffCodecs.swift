import EventSourcing
import Identifiers
public import JSON

extension StaffDetails {
    public static let codec = object(
        StaffDetails.init, field("name", \.name, .name()), field("role", \.role, .stringEnum),
        optionalField("specialty", \.specialty, .name(max: 100)),
        optionalField("email", \.email, .personal(.contact, .email)),
        optionalField("hours", \.hours, WeeklyHours.codec.described("Absent: the clinic's opening hours.")))
}

extension TimeOff {
    public static let codec = object(
        TimeOff.checked, field("id", \.id, .id()), field("start", \.start, .localDateTime),
        field("end", \.end, .localDateTime), optionalField("reason", \.reason, .personal(.contact, .name()))
    ).named("TimeOff")

    static func checked(
        id: ID<TimeOff>, start: LocalDateTime, end: LocalDateTime, reason: Personal<String>?
    ) throws(CheckFailure) -> TimeOff {
        guard let timeOff = TimeOff(id: id, start: start, end: end, reason: reason) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        return timeOff
    }
}
