import EventSourcing
import Identifiers

/// The side that books: a patient, or the clinic's staff. Patients can only book start times that the clinic offers,
/// with the minimum notice, and not too far ahead. Staff can book every multiple of `atomMinutes` in the clinic's
/// hours, without notice, and up to two years ahead. With an override, staff can also break other rules of booking.
public enum BookingSide: Hashable, Sendable { case patient, staff }

/// The side (patient or staff) that searches for a free time, and the patient for whom it searches.
struct TimeSeeker: Hashable, Sendable {
    let side: BookingSide
    var visitor: Visitor
}

/// The start times at which a visit of a given length can begin on one day. The searches for free slots and for
/// alternatives use its sets of free start times. Bookings use its time grid.
struct FreeTime {
    let settings: ClinicSettings
    let frame: DayFrame
    let length: Int
    /// The equipment that the chair of the visit must have; `nil` if it needs none.
    let needs: [String]?
    /// The minutes in which the chair is taken before and after the visit; `nil` if it is taken only during the visit.
    let buffers: ChairBuffers?
    /// The segments of the visit; `nil` if the doctor treats the whole time.
    let parts: [VisitSegment]?
    /// The active hygienists, of whom one is to treat in the visit.
    let hygienists: [StaffMember]
    /// The service with its capacity, if patients can join a group visit; `nil` if the visit is for one patient.
    let group: GroupService?
    let seeker: TimeSeeker
    let now: Instant

    /// The free start times of a visit on one day.
    ///
    /// - Parameter minutes: the visit's length. It is rounded up to a multiple of five minutes.
    init(
        _ date: CivilDate, minutes: Int, for seeker: TimeSeeker, needing needs: [String]? = nil,
        buffers: ChairBuffers? = nil, segments: SegmentPlan? = nil, group: GroupService? = nil,
        _ settings: ClinicSettings, at now: Instant
    ) {
        self.settings = settings
        frame = DayFrame(date, in: settings.zone)
        length = max(1, (minutes + DayFrame.atomMinutes - 1) / DayFrame.atomMinutes)
        self.needs = needs
        self.buffers = buffers
        parts = segments?.parts.fitted(to: length * DayFrame.atomMinutes)
        hygienists = segments?.hygienists.compactMap { settings.doctor($0) } ?? []
        self.group = group
        self.seeker = seeker
        self.now = now
    }

    /// The start times of this day that are neither too soon nor too far ahead. They include times that are not on the
    /// time grid of offers.
    var limits: AtomSet {
        let (first, last) = StartLimits(settings, seeker.side, at: now).bounds
        return AtomSet(frame.touched(first.adding(seconds: DayFrame.atomSeconds - 1), last.adding(seconds: 1)))
    }

    /// The start times that the clinic offers on this day, neither too soon nor too far ahead. Some of them may be
    /// taken, since no agenda has been read yet.
    var permitted: AtomSet { frame.grid(everyMinutes: settings.rules.offerMinutes).intersection(limits) }

    /// The start times on the day's time grid: for patients the multiples of the clinic's `offerMinutes`, for staff
    /// those of its `atomMinutes`. Some of them may be taken, too soon or too far ahead.
    var bookable: AtomSet {
        let rules = settings.rules
        return frame.grid(everyMinutes: seeker.side == .patient ? rules.offerMinutes : rules.atomMinutes)
    }

    func slot(at atom: Int) -> Slot? { Slot(start: frame.instant(atom), end: frame.instant(atom + length)) }

    /// The start times, among `wanted`, from which a chair is free for the whole appointment and its buffers: any of the
    /// clinic's chairs, or only `chosen` if it is given. The buffers may lie outside of the clinic's hours, but not on
    /// another day. A visit that begins now has no buffer before it.
    ///
    /// Chairs are read one after the other, until every wanted start time has a free chair.
    func withChair(
        _ wanted: AtomSet, only chosen: ID<Chair>? = nil, _ model: inout DecisionModel<ClinicEvent>
    ) -> AtomSet {
        var starts = AtomSet()
        let before = (buffers?.minutesBefore ?? 0) / DayFrame.atomMinutes
        let after = (buffers?.minutesAfter ?? 0) / DayFrame.atomMinutes
        let begun = AtomSet(frame.touched(frame.start, now.adding(seconds: 1)))
        let chairs = settings.activeChairs.lazy.filter { (chosen == nil || $0.id == chosen) && $0.has(needs) }
        let days = chairs.map { Subject<ChairDay>.chairDay($0.id, frame.date) }
        model.read(days, while: { !wanted.subtracting(starts).isEmpty }) { day in
            let free = open.subtracting(day.busy(on: frame, for: seeker, at: now))
            starts = starts.union(free.starts(ofRuns: before + length + after).later(by: before))
                .union(free.starts(ofRuns: length + after).intersection(begun))
        }
        return starts.intersection(wanted)
    }

    /// The start times from which the patient is free for the whole appointment; all start times of the day if no
    /// patient is named.
    func patient(_ model: inout DecisionModel<ClinicEvent>) -> AtomSet {
        guard let patient = seeker.visitor.patient else { return open }
        return model.agendas(ofPersonWith: patient, frame.date).reduce(open) { free, agenda in
            free.subtracting(agenda.busy(on: frame, for: seeker, at: now))
        }.starts(ofRuns: length)
    }

    /// The start times from which a doctor works and is free in the doctor's segments of the visit. If the visit needs
    /// a hygienist, then a hygienist also works and is free in the hygienist's segments.
    ///
    /// - Parameter hygienists: the hygienists' start times on this day, which `hygienistStarts` returned.
    func doctor(
        _ doctor: StaffMember, with hygienists: HygienistStarts?, _ model: inout DecisionModel<ClinicEvent>
    ) -> AtomSet {
        let own = starts(of: doctor, as: .doctor, &model)
        guard let hygienists, !own.isEmpty else { return own }
        return own.intersection(hygienists.besides(doctor.id))
    }

    /// The start times from which each hygienist works and is free in the hygienist's segments of the visit; `nil` if
    /// the doctor treats the whole time.
    func hygienistStarts(_ model: inout DecisionModel<ClinicEvent>) -> HygienistStarts? {
        guard parts != nil else { return nil }
        return HygienistStarts(all: hygienists.map { ($0.id, starts(of: $0, as: .hygienist, &model)) })
    }

    private func starts(
        of member: StaffMember, as provider: Provider, _ model: inout DecisionModel<ClinicEvent>
    ) -> AtomSet {
        let working = settings.workingTime(of: member, on: frame)
        guard !working.isEmpty else { return working }
        let free = working.subtracting(model[.doctorDay(member.id, frame.date)].busy(on: frame, for: seeker, at: now))
        return runs(of: provider).reduce(open) { starts, run in
            starts.intersection(free.starts(ofRuns: run.count).earlier(by: run.lowerBound))
        }
    }

    /// The five-minute atoms of a visit in which a provider treats, counted from the start of the visit.
    func runs(of provider: Provider) -> [Range<Int>] {
        guard let parts else { return provider == .doctor ? [0..<length] : [] }
        return parts.runs(of: provider).map { run in
            run.lowerBound / DayFrame.atomMinutes..<run.upperBound / DayFrame.atomMinutes
        }
    }

    private var open: AtomSet { AtomSet(0..<frame.count) }
}

/// The start times from which hygienists are free in the hygienist's segments of a visit.
struct HygienistStarts {
    let all: [(hygienist: ID<StaffMember>, starts: AtomSet)]

    /// The start times from which at least one hygienist other than the visit's doctor is free.
    func besides(_ doctor: ID<StaffMember>) -> AtomSet {
        all.reduce(AtomSet()) { $1.hygienist == doctor ? $0 : $0.union($1.starts) }
    }
}

/// The earliest and the latest permitted start of an appointment that is booked now.
struct StartLimits {
    /// The first and the last permitted start of an appointment that is booked now, both included.
    let bounds: (first: Instant, last: Instant)

    /// The number of days ahead that the front desk may book. Two years are enough for any later check-up.
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
            // The front desk may book a start time that is less than five minutes ago, for a walk-in patient.
            bounds = (
                now.adding(seconds: 1 - DayFrame.atomSeconds), now.adding(days: Int64(StartLimits.staffHorizonDays))
            )
        }
    }
}
