import EventSourcing

extension ClinicSettings {
    /// The times at which a doctor works on a day. They lie within the hours of the clinic and of the doctor, without
    /// breaks, closures and time off.
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
