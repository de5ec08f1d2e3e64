import EventSourcing
import Identifiers

/// Who books: a patient keeps to the offered grid, the notice and the horizon; the clinic's staff does not.
public enum BookingSide: Hashable, Sendable { case patient, staff }

/// Whoever looks for time, on whose behalf.
struct TimeSeeker: Hashable, Sendable {
    let side: BookingSide
    var visitor: Visitor
}

/// The starts at which a service of some length can begin on one day: the one definition of "free", for offering, for
/// booking and for what is offered instead.
struct FreeTime {
    let settings: ClinicSettings
    let frame: DayFrame
    let length: Int
    let seeker: TimeSeeker
    let now: Instant

    /// - Parameter minutes: the service's length; odd minutes take a whole atom.
    init(
        _ date: CivilDate, minutes: Int, for seeker: TimeSeeker, _ settings: ClinicSettings, at now: Instant
    ) {
        self.settings = settings
        frame = DayFrame(date, in: settings.zone)
        length = max(1, (minutes + DayFrame.atomMinutes - 1) / DayFrame.atomMinutes)
        self.seeker = seeker
        self.now = now
    }

    /// The starts on the offered grid that notice and horizon leave, whoever is free.
    var permitted: AtomSet {
        let (first, last) = StartLimits(settings, seeker.side, at: now).bounds
        let permitted = frame.touched(first.adding(seconds: DayFrame.atomSeconds - 1), last.adding(seconds: 1))
        return frame.grid(everyMinutes: settings.rules.offerMinutes).intersection(AtomSet(permitted))
    }

    /// Where this seeker may start if they ask for it: patients on the offered grid, the desk on any atom.
    var bookable: AtomSet {
        let rules = settings.rules
        return frame.grid(everyMinutes: seeker.side == .patient ? rules.offerMinutes : rules.atomMinutes)
    }

    func slot(at atom: Int) -> Slot? { Slot(start: frame.instant(atom), end: frame.instant(atom + length)) }

    /// Those of some starts at which any of the clinic's chairs, or the only one that will do, is free to the end.
    ///
    /// Looks at no more chairs than it takes. Where something is not at hand yet, it looks at all of them, so that they
    /// are fetched together.
    func withChair(
        _ wanted: AtomSet, only chosen: ID<Chair>? = nil, _ facts: inout Facts<ClinicEvent>
    ) -> AtomSet {
        var starts = AtomSet()
        for chair in settings.activeChairs where chosen == nil || chair.id == chosen {
            if facts.missing.isEmpty, wanted.subtracting(starts).isEmpty { break }
            let free = open.subtracting(facts[.chairDay(chair.id, frame.date)].busy(on: frame, for: seeker, at: now))
            starts = starts.union(free.starts(ofRuns: length))
        }
        return starts.intersection(wanted)
    }

    /// The starts at which the patient, if it is about one, is free to the end.
    func patient(_ facts: inout Facts<ClinicEvent>) -> AtomSet {
        guard let patient = seeker.visitor.patient else { return open }
        return open.subtracting(facts[.patientYear(patient, frame.date)].busy(on: frame, for: seeker, at: now))
            .starts(ofRuns: length)
    }

    /// The starts at which a doctor works and is free to the end.
    func doctor(_ doctor: StaffMember, _ facts: inout Facts<ClinicEvent>) -> AtomSet {
        let working = settings.workingTime(of: doctor, on: frame)
        guard !working.isEmpty else { return working }
        return working.subtracting(facts[.doctorDay(doctor.id, frame.date)].busy(on: frame, for: seeker, at: now))
            .starts(ofRuns: length)
    }

    private var open: AtomSet { AtomSet(0..<frame.count) }
}

/// Between which instants an appointment may begin, as seen from now.
struct StartLimits {
    /// Inclusive.
    let bounds: (first: Instant, last: Instant)

    /// How far ahead the desk may book: two years are enough for any recall.
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
            // Whoever walks in is booked into the five minutes that have just begun.
            bounds = (
                now.adding(seconds: 1 - DayFrame.atomSeconds), now.adding(days: Int64(StartLimits.staffHorizonDays))
            )
        }
    }
}

extension Agenda {
    /// The atoms of a day that are taken, or held against this seeker.
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
