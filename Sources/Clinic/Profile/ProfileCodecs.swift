import Endpoints
import EventSourcing
import Identifiers
public import JSON

extension ClinicProfile {
    public static let codec = object(
        ClinicProfile.init, field("name", \.name, .name().described("The clinic's name.")),
        optionalField(
            "address", \.address, .prose(max: 500).described("The clinic's postal address, in several lines.")),
        optionalField("phone", \.phone, .phone.described("The clinic's telephone number.")),
        optionalField("email", \.email, .email.described("The clinic's e-mail address."))
    ).described("The clinic's name and how to reach it.")
}

extension WeeklyHours {
    /// The JSON of weekly hours: the days of the week with hours. The other days are free.
    public static let codec = Codec<[DayHours]>.array(DayHours.codec, 0...7)
        .checked(code: "duplicate_weekday", detail: "each weekday once", { WeeklyHours($0) }, { $0.all })
}

extension DayHours {
    public static let codec = object(
        DayHours.checked,
        field("weekday", \.weekday, .int(1...7).described("The day of the week: Monday is 1, Sunday is 7.")),
        field(
            "opens", \.hours.start,
            .localTime.described("When work begins, by the clinic's wall clock, such as `08:00`.")),
        field(
            "closes", \.hours.end,
            .localTime.described(
                "When work ends (exclusive), by the clinic's wall clock; `24:00` is the end of the day.")),
        field(
            "breaks", \.breaks,
            .array(LocalInterval.codec, 0...10).described("Breaks in between, in which nothing is booked."), default: []
        )
    ).described("The hours of a day of the week.").named("DayHours")

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
        Closure.checked, field("id", \.id, .closureID),
        field(
            "first_day", \.days.first, .date.described("The first closed day (inclusive), by the clinic's calendar.")),
        field("last_day", \.days.last, .date.described("The last closed day (inclusive), by the clinic's calendar.")),
        field(
            "reason", \.reason,
            .name().described("Why the clinic is closed; everybody at the clinic and its patients may read it."))
    ).described("Days on which the clinic is closed.").named("Closure")

    private static func checked(
        id: ID<Closure>, first: CivilDate, last: CivilDate, reason: String
    ) throws(CheckFailure) -> Closure {
        Closure(id: id, days: try DateRange.checked(first, last), reason: reason)
    }
}

extension SchedulingRules {
    public static let codec = object(
        SchedulingRules.init,
        field(
            "atom_minutes", \.atomMinutes,
            .int.only(DayHours.atom).described("Appointments begin and last in multiples of this many minutes.")),
        field(
            "offer_minutes", \.offerMinutes,
            .int.only(5, 10, 15, 20, 30, 60).described(
                "Free times are offered at multiples of this many minutes after midnight.")),
        field(
            "minimum_notice_minutes", \.minimumNoticeMinutes,
            .int(0...10_080).described("A patient books at least this many minutes ahead.")),
        field("horizon_days", \.horizonDays, .int(1...730).described("A patient books at most this many days ahead.")),
        field("hold_minutes", \.holdMinutes, .int(1...30).described("A hold keeps a free time for this many minutes.")),
        field(
            "cancellation_notice_hours", \.cancellationNoticeHours,
            .int(0...336).described(
                "A patient may cancel or move an appointment until this many hours before it begins.")),
        field(
            "no_show_after_minutes", \.noShowAfterMinutes,
            .int(0...240).described(
                "A patient may be marked as not having come from this many minutes after the start.")),
        field(
            "approves_patient_bookings", \.approvesPatientBookings,
            .bool.described("Whether what a patient books is a request until the clinic approves it."), default: false)
    ).described("The rules by which appointments are made.")
}

extension MobileAccess {
    public static let codec = object(
        MobileAccess.init, field("patient", \.patient, areas.described("The areas that are open to patients.")),
        field("doctor", \.doctor, areas.described("The areas that are open to doctors.")),
        field("receptionist", \.receptionist, areas.described("The areas that are open to receptionists.")),
        field("admin", \.admin, areas.described("The areas that are open to admins."))
    ).described("The areas of the mobile app that are open to each role.")

    private static let areas = Codec<[Area]>.array(.stringEnum, 0...Area.allCases.count)
}
