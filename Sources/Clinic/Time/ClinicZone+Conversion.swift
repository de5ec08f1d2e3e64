public import EventSourcing
import TimeZones

extension ClinicZone {
    /// The instant at which the wall clock shows `time` on `date`. The result is `nil` if the clocks go forward and
    /// skip that time, and the earlier instant if the clocks go back and show that time twice.
    public func instant(_ date: CivilDate, _ time: LocalTime) -> Instant? {
        let local = ClinicZone.seconds(date, time)
        for index in periods.indices.dropFirst(index(at: local - 93_600)) {
            let candidate = local - periods[index].offset
            if candidate < periods[index].start { return nil }
            if index + 1 == periods.count || candidate < periods[index + 1].start {
                return Instant(secondsSince1970: candidate)
            }
        }
        return nil
    }

    public func instant(_ local: LocalDateTime) -> Instant? { instant(local.date, local.time) }

    /// All instants at which the wall clock shows a local time, in order. There are none if the clocks skip that time,
    /// and two if the clocks show it twice.
    public func instants(_ local: LocalDateTime) -> [Instant] {
        let seconds = ClinicZone.seconds(local.date, local.time)
        return (index(at: seconds - 93_600)...index(at: seconds + 93_600)).compactMap { index in
            let candidate = seconds - periods[index].offset
            return self.index(at: candidate) == index ? Instant(secondsSince1970: candidate) : nil
        }
    }

    /// The first instant at which the wall clock shows `time` on `date` or later. An opening hour whose time the clocks
    /// skip therefore begins after the skipped time.
    public func firstInstant(_ date: CivilDate, _ time: LocalTime) -> Instant {
        let local = ClinicZone.seconds(date, time)
        for index in periods.indices.dropFirst(index(at: local - 93_600)) {
            let candidate = max(local - periods[index].offset, periods[index].start)
            if index + 1 == periods.count || candidate < periods[index + 1].start {
                return Instant(secondsSince1970: candidate)
            }
        }
        return Instant(secondsSince1970: local)
    }

    /// The range of instants of an interval of local time. If the clocks change within the interval, the duration of
    /// the range differs from the difference of the local times. If the clocks skip the whole interval, the range is
    /// empty. If the clocks show the start or the end twice, the earlier of the two instants is used.
    public func instants(of interval: LocalInterval, on date: CivilDate) -> Range<Instant> {
        let day = bounds(of: date)
        let start = interval.start == .midnight ? day.lowerBound : firstInstant(date, interval.start)
        let end = interval.end == .endOfDay ? day.upperBound : firstInstant(date, interval.end)
        return start..<max(start, end)
    }

    /// The range of instants of a day, which ends where the range of the next day begins. Every instant belongs to
    /// exactly one day.
    public func bounds(of date: CivilDate) -> Range<Instant> {
        let start = start(of: date)
        return start..<max(start, self.start(of: date.adding(days: 1)))
    }

    /// The instant from which the calendar shows `date` or later. If the clocks go back across midnight, the new day
    /// begins twice (in St. John's, until 2011, from 00:01 back to 23:01). The result is then the second beginning.
    private func start(of date: CivilDate) -> Instant {
        let midnight = ClinicZone.seconds(date, .midnight)
        var index = index(at: midnight + 93_600)
        while index > 0, periods[index].start >= midnight - periods[index].offset { index -= 1 }
        let end = index + 1 < periods.count ? periods[index + 1].start : .max
        return Instant(secondsSince1970: min(midnight - periods[index].offset, end))
    }

    /// The local date and time, without seconds, that the clinic's clocks show at an instant.
    public func local(_ instant: Instant) -> LocalDateTime {
        let seconds = instant.secondsSince1970 + periods[index(at: instant.secondsSince1970)].offset
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let minutes = Int((seconds - day * 86_400) / 60)
        return LocalDateTime(CivilDate(daysSince1970: Int(day)), LocalTime(minutes: minutes) ?? .midnight)
    }

    /// Whether the wall clock shows, at the given instant, a full minute that is a multiple of `step` minutes after
    /// midnight.
    func isMultiple(_ instant: Instant, ofMinutes step: Int) -> Bool {
        let local = local(instant)
        return local.time.isMultiple(ofMinutes: step)
            && (instant.secondsSince1970 + offset(at: instant)) % 60 == 0
    }

    /// The difference of local time from UTC in seconds at an instant. It is positive if local time is ahead.
    public func offset(at instant: Instant) -> Int64 { periods[index(at: instant.secondsSince1970)].offset }

    /// The day of the clinic's calendar whose range of instants, as `bounds` returns it, contains the given instant.
    public func date(of instant: Instant) -> CivilDate {
        let shown = local(instant).date
        return instant < start(of: shown) ? shown.adding(days: -1) : shown
    }

    /// Whether local time has the same UTC offset during the whole range of instants.
    func hasOneOffset(_ instants: Range<Instant>) -> Bool {
        index(at: instants.lowerBound.secondsSince1970) == index(at: instants.upperBound.secondsSince1970 - 1)
    }

    private static func seconds(_ date: CivilDate, _ time: LocalTime) -> Int64 {
        Int64(date.daysSince1970) * 86_400 + Int64(time.minutes) * 60
    }

    private var periods: [Zone.Period] { rules.periods }
    private func index(at second: Int64) -> Int { rules.index(at: second) }
}
