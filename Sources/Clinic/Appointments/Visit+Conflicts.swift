import EventSourcing

extension Appointment.Course {
    /// The reason why an appointment cannot take its time again after a cancellation, a no-show or an early end freed
    /// it; `nil` if it can.
    ///
    /// - Parameter place: the place to take; `nil` for the visit's present one.
    func obstacle(
        toTakingAgain place: Place? = nil, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> Obstacle? {
        let place = place ?? visit.place
        let visitor = self.visitor
        let inTheWay: [(Conflict?, Obstacle)] = [
            (
                model.conflict(
                    with: place.slot, ofPersonWith: visit.patient, on: place.date, for: visitor, at: now),
                .patientBusy
            ),
            (
                model[.doctorDay(place.doctor, place.date)].conflict(with: place.slot, for: visitor, at: now),
                .doctorBusy
            ),
            (
                model[.chairDay(place.chair, place.date)].conflict(with: place.chairSlot, for: visitor, at: now),
                .noChair
            ),
        ]
        for case (.some(let conflict), let obstacle) in inTheWay { return conflict == .held ? .held : obstacle }
        return nil
    }

    /// The rules of booking that an appointment breaks if it takes its freed time again; `nil` if the patient has
    /// another appointment at that time, which no override permits.
    func broken(
        byTakingAgain obstacle: Obstacle, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> Set<BookingRule>? {
        guard obstacle != .patientBusy else { return nil }
        let (place, visitor) = (visit.place, self.visitor)
        var broken: Set<BookingRule> = []
        switch model[.doctorDay(place.doctor, place.date)].conflict(with: place.slot, for: visitor, at: now) {
        case .taken: broken.insert(.doctorBusy)
        case .held: broken.insert(.held)
        case nil: break
        }
        switch model[.chairDay(place.chair, place.date)].conflict(with: place.chairSlot, for: visitor, at: now) {
        case .taken: broken.insert(.chairBusy)
        case .held: broken.insert(.held)
        case nil: break
        }
        return broken
    }
}
