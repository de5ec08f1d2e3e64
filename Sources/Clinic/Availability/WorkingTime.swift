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
    /// The reason why a doctor does not work at a time. Patients are told less than staff.
    func absence(of doctor: StaffMember, during slot: Slot, on date: CivilDate, for side: BookingSide) -> Obstacle {
        if closures.contains(where: { $0.days.contains(date) }) { return .closed }
        // Patients are not told when the staff are on leave.
        guard side == .staff else { return .outsideHours }
        let isAway = doctor.timeOff.contains { absence in
            let from = zone.firstInstant(absence.start.date, absence.start.time)
            return from < slot.end && slot.start < zone.firstInstant(absence.end.date, absence.end.time)
        }
        return isAway ? .doctorAway : .outsideHours
    }
}
