public import EventSourcing

// The hours of a date, which are made of the hours of the ordinary week and of the special hours.

extension ClinicSettings {
    /// The clinic's opening hours on a date, without its breaks. A closed day has none.
    public func openWindows(on date: CivilDate) -> [LocalInterval] {
        guard !isClosed(on: date) else { return [] }
        return specialHours.windows(on: date) { isClosed(on: $0) ? nil : openingHours.on($0)?.windows ?? [] }
    }

    /// The times of a date at which a member of staff works and the clinic is open, without breaks. Absences are not
    /// subtracted.
    public func workingWindows(of member: StaffMember, on date: CivilDate) -> [LocalInterval] {
        let open = openWindows(on: date)
        if member.details.hours == nil, member.specialHours.isEmpty { return open }
        let windows = member.specialHours.windows(on: date) { date in
            guard let own = member.details.hours else { return [.wholeDay] }
            return own.on(date)?.windows ?? []
        }
        return open.flatMap { window in windows.compactMap { $0.intersection(window) } }
    }

    private func isClosed(on date: CivilDate) -> Bool { closures.contains { $0.days.contains(date) } }
}

extension [SpecialHours] {
    /// The working time on a date, in order and without overlaps.
    ///
    /// - Parameter ordinary: the hours of a date by the ordinary week; `nil` if a closure excludes work on the date.
    func windows(on date: CivilDate, _ ordinary: (CivilDate) -> [LocalInterval]?) -> [LocalInterval] {
        if isEmpty { return ordinary(date) ?? [] }
        let yesterday = date.adding(days: -1)
        let begun = ordinary(yesterday).map { shifts(on: yesterday, $0) } ?? []
        let own = ordinary(date).map { shifts(on: date, $0) } ?? []
        return (begun.compactMap(\.nextPart) + own.compactMap(\.firstPart)).joined
    }

    /// The shifts that begin on a date. Special hours apply in the order in which they were added.
    private func shifts(on date: CivilDate, _ ordinary: [LocalInterval]) -> [Shift] {
        var shifts = ordinary.map { Shift($0.start, $0.end) }
        for rule in self where rule.applies(on: date) {
            switch rule.effect {
            case .closed: shifts = []
            case .other: shifts = rule.shifts
            case .extra: shifts += rule.shifts
            }
        }
        return shifts
    }
}

extension LocalInterval {
    /// The interval of local time of a whole day, from midnight to midnight.
    fileprivate static let wholeDay = LocalInterval(wholeDay: ())
}

extension [LocalInterval] {
    /// The given intervals of local time in order. Intervals that overlap or touch are joined.
    fileprivate var joined: [LocalInterval] {
        var joined: [LocalInterval] = []
        for next in sorted(by: { $0.start < $1.start }) {
            guard let last = joined.last, next.start <= last.end else {
                joined.append(next)
                continue
            }
            if let both = LocalInterval(last.start, Swift.max(last.end, next.end)) { joined[joined.count - 1] = both }
        }
        return joined
    }
}
