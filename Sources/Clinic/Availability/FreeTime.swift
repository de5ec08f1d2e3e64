import EventSourcing
import Identifiers

/// The side that books. A patient can only book starts on the offered grid, with the minimum notice, and not too far
/// ahead. These rules do not apply to staff.
public enum BookingSide: Hashable, Sendable { case patient, staff }

/// The side (patient or staff) that searches for a free time, and the patient for whom it searches.
struct TimeSeeker: Hashable, Sendable {
    let side: BookingSide
    var visitor: Visitor
}

/// The starts at which a service of some length can begin on one day. Offers, bookings and alternatives all use this
/// definition of free time.
struct FreeTime {
    let settings: ClinicSettings
    let frame: DayFrame
    let length: Int
    let seeker: TimeSeeker
    let now: Instant

    /// The free starts of a service on one day.
    ///
    /// - Parameter minutes: the service's length. It is rounded up to whole atoms.
    init(
        _ date: CivilDate, minutes: Int, for seeker: TimeSeeker, _ settings: ClinicSettings, at now: Instant
    ) {
        self.settings = settings
        frame = DayFrame(date, in: settings.zone)
        length = max(1, (minutes + DayFrame.atomMinutes - 1) / DayFrame.atomMinutes)
        self.seeker = seeker
        self.now = now
    }

    /// The starts on the offered grid within notice and horizon, before any agenda is read.
    var permitted: AtomSet {
        let (first, last) = StartLimits(settings, seeker.side, at: now).bounds
        let permitted = frame.touched(first.adding(seconds: DayFrame.atomSeconds - 1), last.adding(seconds: 1))
        return frame.grid(everyMinutes: settings.rules.offerMinutes).intersection(AtomSet(permitted))
    }

    /// The grid of starts that this side may book: the offered grid for patients, every atom for the front desk.
    var bookable: AtomSet {
        let rules = settings.rules
        return frame.grid(everyMinutes: seeker.side == .patient ? rules.offerMinutes : rules.atomMinutes)
    }

    func slot(at atom: Int) -> Slot? { Slot(start: frame.instant(atom), end: frame.instant(atom + length)) }

    /// The starts, among `wanted`, from which a chair is free for the whole appointment: any of the clinic's chairs, or
    /// only `chosen` if it is given.
    ///
    /// It stops reading chairs as soon as all wanted starts have a free chair.
    func withChair(
        _ wanted: AtomSet, only chosen: ID<Chair>? = nil, _ model: inout DecisionModel<ClinicEvent>
    ) -> AtomSet {
        var starts = AtomSet()
        let chairs = settings.activeChairs.lazy.filter { chosen == nil || $0.id == chosen }
        let days = chairs.map { Subject<ChairDay>.chairDay($0.id, frame.date) }
        model.read(days, while: { !wanted.subtracting(starts).isEmpty }) { day in
            let free = open.subtracting(day.busy(on: frame, for: seeker, at: now))
            starts = starts.union(free.starts(ofRuns: length))
        }
        return starts.intersection(wanted)
    }

    /// The starts from which the patient is free for the whole appointment. These are all open starts if no patient is
    /// named.
    func patient(_ model: inout DecisionModel<ClinicEvent>) -> AtomSet {
        guard let patient = seeker.visitor.patient else { return open }
        return open.subtracting(model[.patientYear(patient, frame.date)].busy(on: frame, for: seeker, at: now))
            .starts(ofRuns: length)
    }

    /// The starts from which a doctor works and is free for the whole appointment.
    func doctor(_ doctor: StaffMember, _ model: inout DecisionModel<ClinicEvent>) -> AtomSet {
        let working = settings.workingTime(of: doctor, on: frame)
        guard !working.isEmpty else { return working }
        return working.subtracting(model[.doctorDay(doctor.id, frame.date)].busy(on: frame, for: seeker, at: now))
            .starts(ofRuns: length)
    }

    private var open: AtomSet { AtomSet(0..<frame.count) }
}

/// The earliest and the latest permitted start of an appointment that is booked now.
struct StartLimits {
    /// The first and the last permitted start, both included.
    let bounds: (first: Instant, last: Instant)

    /// The number of days ahead that the front desk may book. Two years are enough for any recall.
    static let staffHorizonDays = 731

    init(_ settings: ClinicSettings, _ side: BookingSide, at now: Instant) {
        let rules = settings.rules
        switch side {
        case .patient:
            let lastDay = settings.zone.date(of: now).adding(days: rules.horizonDays)
            bounds = (
                now.adding(minutes: Int64(rules.minimumNoticeMinutes)),
                settings.zone.bounds(of: lastDay).upperBound.adding(seconds: -1)
            )
        case .staff:
            // The front desk may book a walk-in into the five minutes that have just begun.
            bounds = (
                now.adding(seconds: 1 - DayFrame.atomSeconds), now.adding(days: Int64(StartLimits.staffHorizonDays))
            )
        }
    }
}

extension Agenda {
    /// The atoms of a day that are taken, or held by another patient.
    func busy(on frame: DayFrame, for seeker: TimeSeeker, at now: Instant) -> AtomSet {
        var busy = AtomSet()
        for entry in taken where entry.appointment != seeker.visitor.moving {
            busy.insert(frame.touched(entry.slot.start, entry.slot.end))
        }
        for hold in holds where hold.counts(for: seeker.visitor, at: now) {
            busy.insert(frame.touched(hold.place.slot.start, hold.place.slot.end))
        }
        return busy
    }
}
