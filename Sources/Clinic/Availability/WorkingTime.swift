import EventSourcing

extension ClinicSettings {
    /// The atoms of a day in which a doctor works. They lie within the hours of both the clinic and the doctor. Breaks,
    /// closures and time off are excluded.
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
