import Endpoints
import EventSourcing
import Identifiers
import JSON

/// A day of the clinic as a calendar draws it: when the clinic is open, when each member of staff works, and the
/// times that are held.
struct CalendarDay: Sendable {
    let date: CivilDate
    let day: Slot
    let open: [Slot]
    let closure: String?
    let staff: [Worker]
    let holds: [Held]

    /// A member of staff and the times of the day at which appointments with that person are possible.
    struct Worker: Sendable {
        let id: ID<StaffMember>
        let name: String
        let works: [Slot]
        let isAway: Bool
    }

    /// A time that is kept for a patient who is about to book.
    struct Held: Sendable {
        let id: ID<Hold>
        let doctor: ID<StaffMember>
        let hygienist: ID<StaffMember>?
        let chair: ID<Chair>
        let slot: Slot
        let expiresAt: Instant
    }

    /// The maximum number of days in an answer: six weeks, as a month's calendar shows.
    static let maximumDays = 42

    static let codec = object(
        CalendarDay.init(date:day:open:closure:staff:holds:),
        field("date", \.date, .date.described("The day, by the clinic's calendar.")),
        field(
            "day", \.day,
            Slot.interval.described(
                "From the day's first instant to the next day's: 23 or 25 hours if the clocks change on this day.")),
        field(
            "open", \.open,
            .array(Slot.interval, 0...288).described(
                "When the clinic is open, without breaks, in order; empty if it is closed.")),
        optionalField(
            "closure", \.closure,
            .string(0...200).described("Why the clinic is closed on this day; absent if no closure contains the day.")),
        field(
            "staff", \.staff,
            .array(Worker.codec, 0...10_000).described(
                "The active staff, in the order in which they were hired.")),
        field(
            "holds", \.holds,
            .array(Held.codec, 0...10_000).described("The times that are held now, by chair."))
    ).described("A day of the clinic as a calendar draws it.").named("CalendarDay")
}

extension CalendarDay.Worker {
    fileprivate static let codec = object(
        CalendarDay.Worker.init(id:name:works:isAway:),
        field("staff_id", \.id, Codec<ID<StaffMember>>.id().described("The id of the member of staff.")),
        field("name", \.name, .name().described("The name.")),
        field(
            "works", \.works,
            .array(Slot.interval, 0...288).described(
                "When the person works and the clinic is open, without breaks and absences, in order.")),
        field("away", \.isAway, .bool.described("Whether the person has time off on this day, or on a part of it."))
    ).described("A member of staff on a day of the calendar.").named("CalendarWorker")
}

extension CalendarDay.Held {
    fileprivate static let codec = object(
        CalendarDay.Held.init(id:doctor:hygienist:chair:slot:expiresAt:),
        field("hold_id", \.id, Codec<ID<Hold>>.id().described("The hold's id.")),
        field("doctor_id", \.doctor, Codec<ID<StaffMember>>.id().described("The doctor's id.")),
        optionalField(
            "hygienist_id", \.hygienist,
            Codec<ID<StaffMember>>.id().described("The hygienist's id; absent if the doctor treats the whole time.")),
        field("chair_id", \.chair, Codec<ID<Chair>>.id().described("The chair's id.")),
        field("time", \.slot, Slot.interval.described("The time that is held.")),
        field("expires_at", \.expiresAt, .instant.described("When the hold ends by itself, in UTC."))
    ).described("A time that is held for a patient.").named("CalendarHold")
}

extension Slot {
    /// An interval in an answer, as its two ends.
    fileprivate static let interval = object(
        Slot.checkedInterval(start:end:),
        field("start", \.start, .instant.described("When it begins, in UTC.")),
        field("end", \.end, .instant.described("When it ends (exclusive), in UTC."))
    ).described("A time from one instant to another.").named("Interval")

    private static func checkedInterval(start: Instant, end: Instant) throws(CheckFailure) -> Slot {
        guard let slot = Slot(start: start, end: end) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        return slot
    }
}

extension ClinicSettings {
    /// The day of the calendar, without the held times.
    fileprivate func calendarDay(_ date: CivilDate, holds: [CalendarDay.Held]) -> CalendarDay? {
        let frame = DayFrame(date, in: zone)
        guard let day = Slot(start: frame.start, end: frame.instant(frame.count)) else { return nil }
        var open = AtomSet()
        for window in openWindows(on: date) { open.insert(frame.within(window)) }
        return CalendarDay(
            date: date, day: day, open: frame.slots(open),
            closure: closures.first { $0.days.contains(date) }?.reason,
            staff: staff.all.filter(\.isActive).map { member in
                CalendarDay.Worker(
                    id: member.id, name: member.details.name, works: frame.slots(workingTime(of: member, on: frame)),
                    isAway: member.timeOff.contains { absence in
                        zone.firstInstant(absence.start.date, absence.start.time) < day.end
                            && day.start < zone.firstInstant(absence.end.date, absence.end.time)
                    })
            }, holds: holds)
    }
}

extension DayFrame {
    /// The intervals of consecutive five-minute atoms of a set, in order.
    fileprivate func slots(_ atoms: AtomSet) -> [Slot] {
        var slots: [Slot] = []
        var next = 0
        while let first = atoms.first(from: next), first < count {
            var end = first + 1
            while end < count, atoms.contains(end) { end += 1 }
            if let slot = Slot(start: instant(first), end: instant(end)) { slots.append(slot) }
            next = end
        }
        return slots
    }
}

extension AvailabilityAPI {
    static let listCalendarDays = Endpoint<ClinicAction>(
        .get, "/api/v1/calendar/days", id: "listCalendarDays",
        summary: "List when the clinic is open and its staff work",
        details: """
            For a calendar that draws closed and free time: one entry for each day, with opening hours, closures, special \
            hours, working hours and absences already combined, in UTC, and with the times that are held now; for at most \
            \(CalendarDay.maximumDays) days at once. `GET /api/v1/appointments` and `GET /api/v1/blocks` list the rest.
            """,
        tag: tag, for: Staff.self,
        takes: .query("from", .date.described("The first day (inclusive), by the clinic's calendar.")),
        .query("to", .date.described("The last day (inclusive), by the clinic's calendar.")),
        answers: [.page(of: CalendarDay.codec, "The days, as one page")]
    ) { _, from, to throws(Problem) in
        let days = try ClosedRange<CivilDate>.asked(from: from, to: to, atMost: CalendarDay.maximumDays)
        return .computed(part(after: [], from: days.lowerBound, to: days.upperBound))
    }

    /// The computation of the days from `date` on, one day in each part.
    private static func part(after days: [CalendarDay], from date: CivilDate, to last: CivilDate) -> Computation {
        Computation { (model, now) throws(Problem) in
            let settings = model[.settings]
            guard settings.isFounded else { throw Problem(.clinicNotFounded) }
            var holds: [CalendarDay.Held] = []
            for chair in settings.activeChairs {
                for hold in model[.chairDay(chair.id, date)].holds where now < hold.expiresAt {
                    holds.append(
                        CalendarDay.Held(
                            id: hold.id, doctor: hold.place.doctor, hygienist: hold.place.segments?.hygienist,
                            chair: hold.place.chair, slot: hold.place.slot, expiresAt: hold.expiresAt))
                }
            }
            let days = days + [settings.calendarDay(date, holds: holds)].compactMap(\.self)
            guard date < last else { return .answer(Page.whole(days, CalendarDay.codec)) }
            return .more(part(after: days, from: date.adding(days: 1), to: last))
        }
    }
}
