import Endpoints
import EventSourcing
import Identifiers
public import JSON

extension ClinicProfile {
    public static let codec = object(
        ClinicProfile.init, field("name", \.name, .name()), optionalField("address", \.address, .prose(max: 500)),
        optionalField("phone", \.phone, .phone), optionalField("email", \.email, .email))
}

extension WeeklyHours {
    /// The days of the week with hours; the others are free.
    public static let codec = Codec<[DayHours]>.array(DayHours.codec, 0...7)
        .checked(code: "duplicate_weekday", detail: "each weekday once", { WeeklyHours($0) }, { $0.all })
}

extension DayHours {
    public static let codec = object(
        DayHours.checked, field("weekday", \.weekday, .int(1...7).described("Monday is 1, Sunday is 7.")),
        field("opens", \.hours.start, .localTime), field("closes", \.hours.end, .localTime),
        field("breaks", \.breaks, .array(LocalInterval.codec, 0...10), default: [])
    ).named("DayHours")

    private static func checked(
        weekday: Int, opens: LocalTime, closes: LocalTime, breaks: [LocalInterval]
    ) throws(CheckFailure) -> DayHours {
        guard let hours = LocalInterval(opens, closes) else {
            throw CheckFailure("bad_range", "must close after it opens")
        }
        guard let day = DayHours(weekday: weekday, hours: hours, breaks: breaks) else {
            throw CheckFailure(
                "bad_hours", "times on the five-minute grid; breaks within the hours, apart from one another")
        }
        return day
    }
}

extension Closure {
    public static let codec = object(
        Closure.checked, field("id", \.id, .id()), field("first_day", \.days.first, .date),
        field("last_day", \.days.last, .date), field("reason", \.reason, .name())
    ).named("Closure")

    private static func checked(
        id: ID<Closure>, first: CivilDate, last: CivilDate, reason: String
    ) throws(CheckFailure) -> Closure {
        Closure(id: id, days: try DateRange.checked(first, last), reason: reason)
    }
}

extension SchedulingRules {
    public static let codec = object(
        SchedulingRules.init, field("atom_minutes", \.atomMinutes, .int.only(DayHours.atom)),
        field("offer_minutes", \.offerMinutes, .int.only(5, 10, 15, 20, 30, 60)),
        field("minimum_notice_minutes", \.minimumNoticeMinutes, .int(0...10_080)),
        field("horizon_days", \.horizonDays, .int(1...730)), field("hold_minutes", \.holdMinutes, .int(1...30)),
        field("cancellation_notice_hours", \.cancellationNoticeHours, .int(0...336)),
        field("no_show_after_minutes", \.noShowAfterMinutes, .int(0...240)),
        field("approves_patient_bookings", \.approvesPatientBookings, .bool, default: false))
}

extension MobileAccess {
    public static let codec = object(
        MobileAccess.init, field("patient", \.patient, areas), field("doctor", \.doctor, areas),
        field("receptionist", \.receptionist, areas), field("admin", \.admin, areas))

    private static let areas = Codec<[Area]>.array(.stringEnum, 0...Area.allCases.count)
}
