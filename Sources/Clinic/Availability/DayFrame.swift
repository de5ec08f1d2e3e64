import EventSourcing

/// One day of the clinic's calendar, divided into five-minute atoms from its first instant to the first instant of the
/// next day. A day has 288 atoms, or usually 276 or 300 if the clocks change on that day. Atoms count elapsed time, so
/// a change of the clocks cannot make an interval wrong by an hour.
struct DayFrame: Sendable {
    static let atomSeconds: Int64 = 300
    static let atomMinutes = 5

    let date: CivilDate
    let zone: ClinicZone
    let start: Instant
    let count: Int
    /// Whether the clocks stay unchanged on this day, so that local time and elapsed time agree.
    private let isEven: Bool

    init(_ date: CivilDate, in zone: ClinicZone) {
        let bounds = zone.bounds(of: date)
        let seconds = bounds.upperBound.seconds(since: bounds.lowerBound)
        self.date = date
        self.zone = zone
        start = bounds.lowerBound
        count = Int(seconds / DayFrame.atomSeconds)
        isEven =
            seconds == 86_400 && zone.hasOneOffset(bounds)
            && zone.local(bounds.lowerBound) == LocalDateTime(date, .midnight)
    }

    func instant(_ atom: Int) -> Instant { start.adding(seconds: Int64(atom) * DayFrame.atomSeconds) }

    /// Whether one of this day's five-minute atoms begins at the instant.
    func isAtom(_ instant: Instant) -> Bool {
        let seconds = instant.seconds(since: start)
        return (0..<Int64(count) * DayFrame.atomSeconds).contains(seconds) && seconds % DayFrame.atomSeconds == 0
    }

    /// The five-minute atoms that a slot covers; `nil` unless the slot begins where an atom of this day begins, and
    /// ends where one ends.
    func atoms(_ slot: Slot) -> Range<Int>? {
        let lower = slot.start.seconds(since: start)
        let upper = slot.end.seconds(since: start)
        guard lower >= 0, upper <= Int64(count) * DayFrame.atomSeconds, lower % DayFrame.atomSeconds == 0,
            upper % DayFrame.atomSeconds == 0
        else { return nil }
        return Int(lower / DayFrame.atomSeconds)..<Int(upper / DayFrame.atomSeconds)
    }

    /// All five-minute atoms of this day that an interval overlaps.
    func touched(_ from: Instant, _ to: Instant) -> Range<Int> {
        let lower = clamped(from.seconds(since: start), up: false)
        return lower..<max(lower, clamped(to.seconds(since: start), up: true))
    }

    /// The five-minute atoms of this day that lie completely within an interval of local time.
    func within(_ interval: LocalInterval) -> Range<Int> {
        if isEven {
            let step = DayFrame.atomMinutes
            let lower = (interval.start.minutes + step - 1) / step
            return lower..<max(lower, interval.end.minutes / step)
        }
        let instants = zone.instants(of: interval, on: date)
        let lower = clamped(instants.lowerBound.seconds(since: start), up: true)
        return lower..<max(lower, clamped(instants.upperBound.seconds(since: start), up: false))
    }

    /// The five-minute atoms at which the wall clock shows a multiple of `step` minutes after midnight. When the clocks
    /// go back, some times occur twice, and the set has the atoms of both.
    func grid(everyMinutes step: Int) -> AtomSet {
        let step = max(DayFrame.atomMinutes, step)
        if isEven, step % DayFrame.atomMinutes == 0 {
            return AtomSet(every: step / DayFrame.atomMinutes, below: count)
        }
        var grid = AtomSet()
        for atom in 0..<count where zone.isMultiple(instant(atom), ofMinutes: step) { grid.insert(atom) }
        return grid
    }

    private func clamped(_ seconds: Int64, up: Bool) -> Int {
        let atom = (seconds + (up ? DayFrame.atomSeconds - 1 : 0)) / DayFrame.atomSeconds
        return seconds <= 0 ? 0 : Int(min(atom, Int64(count)))
    }
}

extension ClinicZone {
    /// The start of the five-minute atom that contains an instant. The atoms are those of the clinic's day.
    func atom(of instant: Instant) -> Instant {
        let seconds = instant.seconds(since: bounds(of: date(of: instant)).lowerBound)
        return instant.adding(seconds: -(seconds % DayFrame.atomSeconds))
    }
}
