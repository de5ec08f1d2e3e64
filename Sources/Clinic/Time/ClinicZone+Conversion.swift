public import EventSourcing

extension ClinicZone {
    /// The instant at which the wall clock shows `time` on `date`: `nil` if it never does (clocks go forward), the
    /// earlier one if it does twice (clocks go back).
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

    /// The first instant at which the wall clock shows `time` on `date` or later: where a rule such as an opening hour
    /// names a time that the clocks skip, it takes hold when they have skipped it.
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

    /// The instants of a stretch of a day; shorter or longer than its clock times say where clocks change within it,
    /// empty where they skip all of it.
    public func instants(of interval: LocalInterval, on date: CivilDate) -> Range<Instant> {
        let start = firstInstant(date, interval.start)
        return start..<max(start, firstInstant(date, interval.end))
    }

    /// From the day's first instant to the next day's.
    public func bounds(of date: CivilDate) -> Range<Instant> {
        let start = firstInstant(date, .midnight)
        return start..<max(start, firstInstant(date.adding(days: 1), .midnight))
    }

    /// What the wall clock shows, seconds left out.
    public func local(_ instant: Instant) -> LocalDateTime {
        let seconds = instant.secondsSince1970 + periods[index(at: instant.secondsSince1970)].offset
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let minutes = Int((seconds - day * 86_400) / 60)
        return LocalDateTime(CivilDate(daysSince1970: Int(day)), LocalTime(minutes: minutes) ?? .midnight)
    }

    public func date(of instant: Instant) -> CivilDate { local(instant).date }

    private static func seconds(_ date: CivilDate, _ time: LocalTime) -> Int64 {
        Int64(date.daysSince1970) * 86_400 + Int64(time.minutes) * 60
    }

    /// The index of the period that holds at a second of UTC.
    private func index(at second: Int64) -> Int {
        var low = 0
        var high = periods.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if periods[middle].start <= second { low = middle } else { high = middle }
        }
        return low
    }
}
