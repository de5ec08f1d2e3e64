import EventSourcing

extension ClinicSettings {
    /// The five-minute atoms of a day in which a doctor works. They lie within the hours of both the clinic and the
    /// doctor. Breaks, closures and time off are excluded.
    func workingTime(of doctor: StaffMember, on frame: DayFrame) -> AtomSet {
        var time = AtomSet()
        for window in workingWindows(of: doctor, on: frame.date) { time.insert(frame.within(window)) }
        for absence in doctor.timeOff where absence.start.date <= frame.date && frame.date <= absence.end.date {
            let from = zone.firstInstant(absence.start.date, absence.start.time)
            time.remove(frame.touched(from, zone.firstInstant(absence.end.date, absence.end.time)))
        }
        return time
    }
}

extension ClinicSettings {
    /// The reason why a member of staff does not work at some times: a closure, time off, or working hours that do not
    /// contain the times. Only staff are told of time off.
    func absence(
        of member: StaffMember, as provider: Provider, during times: [Slot], on date: CivilDate, for side: BookingSide
    ) -> Obstacle {
        if closures.contains(where: { $0.days.contains(date) }) { return .closed }
        // Patients are not told when a member of staff has time off.
        guard side == .staff else { return .outsideHours }
        let isAway = member.timeOff.contains { absence in
            let from = zone.firstInstant(absence.start.date, absence.start.time)
            let to = zone.firstInstant(absence.end.date, absence.end.time)
            return times.contains { from < $0.end && $0.start < to }
        }
        guard isAway else { return .outsideHours }
        return provider == .doctor ? .doctorAway : .hygienistAway
    }
}
