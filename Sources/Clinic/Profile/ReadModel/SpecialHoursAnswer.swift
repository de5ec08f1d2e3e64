import EventSourcing
import Identifiers
import JSON

/// The JSON of special hours in an answer. The version in the answer is that of the settings of the clinic, or that of
/// the member of staff, to which the special hours belong.
struct SpecialHoursAnswer: Sendable {
    let id: ID<SpecialHours>
    let version: Int64
    let first: CivilDate
    let last: CivilDate
    let weekdays: [Int]?
    let everyWeeks: Int
    let effect: HoursEffect
    let shifts: [Shift]
    let reason: String?

    static let codec = object(
        SpecialHoursAnswer.init(id:version:first:last:weekdays:everyWeeks:effect:shifts:reason:),
        field("id", \.id, .specialHoursID), field("version", \.version, .versionOfPart),
        field("first_day", \.first, .specialFirstDay), field("last_day", \.last, .specialLastDay),
        optionalField("weekdays", \.weekdays, .specialWeekdays), field("every_weeks", \.everyWeeks, .specialWeeks),
        field("effect", \.effect, .hoursEffect), field("shifts", \.shifts, .specialShifts),
        optionalField("reason", \.reason, .specialReason)
    ).described("Hours that differ from an ordinary week on some dates.").named("SpecialHours")
}

extension SpecialHoursAnswer {
    init(_ hours: SpecialHours, version: Int64) {
        self.init(
            id: hours.id, version: version, first: hours.days.first, last: hours.days.last, weekdays: hours.weekdays,
            everyWeeks: hours.everyWeeks, effect: hours.effect, shifts: hours.shifts, reason: hours.reason)
    }
}

extension [SpecialHours] {
    /// A list of special hours without those that have the given id; `nil` if none are left.
    func without(_ id: ID<SpecialHours>) -> [SpecialHours]? {
        let rest = filter { $0.id != id }
        return rest.isEmpty ? nil : rest
    }
}

// JSON members of special hours, in answers and requests.

extension Codec where Value == ID<SpecialHours> {
    static var specialHoursID: Codec { .id().described("The id of the special hours.") }
}

extension Codec where Value == CivilDate {
    static var specialFirstDay: Codec { .date.described("The first day (inclusive), by the clinic's calendar.") }
    static var specialLastDay: Codec { .date.described("The last day (inclusive), by the clinic's calendar.") }
}

extension Codec where Value == [Int] {
    static var specialWeekdays: Codec {
        .array(.int(1...7), 1...7).described(
            "The days of the week that are meant: Monday is 1, Sunday is 7. Absent: every day.")
    }
}

extension Codec where Value == Int {
    static var specialWeeks: Codec {
        .int(1...SpecialHours.mostWeeks).described(
            "In every so many weeks, counted from the week of the first day: 2 is every second week.")
    }
}

extension Codec where Value == HoursEffect {
    static var hoursEffect: Codec {
        .stringEnum.described(
            """
            `closed`: no work on these days; `other`: these shifts instead of the ordinary hours; `extra`: these shifts \
            besides them. Several rules for one day apply in the order in which they were added.
            """)
    }
}

extension Codec where Value == [Shift] {
    static var specialShifts: Codec {
        .array(Shift.codec, 0...SpecialHours.mostShifts).described(
            "The shifts that begin on these days; none if the effect is `closed`.")
    }
}

extension Codec where Value == String {
    static var specialReason: Codec {
        .name().described(
            "Why the clinic's hours differ; everybody at the clinic and its patients may read it. Absent for hours of staff."
        )
    }
}

extension Codec where Value == [SpecialHoursAnswer] {
    static var specialHours: Codec {
        .array(SpecialHoursAnswer.codec).described("Hours that differ from the ordinary week on some dates.")
    }
}
