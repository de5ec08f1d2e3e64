import EventSourcing

extension Appointment.Course {
    /// The reason why an appointment cannot occupy its time again after a cancellation, a no-show or an early end freed
    /// it; `nil` if it can.
    ///
    /// - Parameter place: the place to take; `nil` for the visit's present place.
    func obstacle(
        toTakingAgain place: Place? = nil, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> Obstacle? {
        let place = place ?? visit.place
        let visitor = self.visitor
        let group = JoinedGroup(of: visit.service, at: place)
        let inTheWay: [(Conflict?, Obstacle)] = [
            (
                model.conflict(
                    with: place.slot, ofPersonWith: visit.patient, on: place.date, for: visitor, at: now),
                .patientBusy
            ),
            (model.conflict(of: .doctor, at: place, for: visitor, joining: group, now), .doctorBusy),
            (model.conflict(of: .hygienist, at: place, for: visitor, now), .hygienistBusy),
            (
                model[.chairDay(place.chair, place.date)]
                    .conflict(with: place.chairSlot, for: visitor, joining: group, at: now),
                .noChair
            ),
        ]
        for case (.some(let conflict), let obstacle) in inTheWay {
            return switch conflict {
            case .taken: obstacle
            case .held: .held
            case .full: .groupFull
            }
        }
        return nil
    }

    /// The rules of booking that an appointment breaks if it takes its freed time again; `nil` if the patient has
    /// another appointment at that time, which no override permits.
    func broken(
        byTakingAgain obstacle: Obstacle, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> Set<BookingRule>? {
        guard obstacle != .patientBusy else { return nil }
        let (place, visitor) = (visit.place, self.visitor)
        let group = JoinedGroup(of: visit.service, at: place)
        var broken: Set<BookingRule> = []
        if let conflict = model.conflict(of: .doctor, at: place, for: visitor, joining: group, now) {
            broken.insert(conflict.asRule(busy: .doctorBusy))
        }
        if let conflict = model.conflict(of: .hygienist, at: place, for: visitor, now) {
            broken.insert(conflict.asRule(busy: .hygienistBusy))
        }
        let chairDay = model[.chairDay(place.chair, place.date)]
        if let conflict = chairDay.conflict(with: place.chairSlot, for: visitor, joining: group, at: now) {
            broken.insert(conflict.asRule(busy: .chairBusy))
        }
        return broken
    }
}

extension DecisionModel<ClinicEvent> {
    /// The conflict of a visit's place with the agenda of its doctor or of its hygienist; `nil` if there is none.
    mutating func conflict(
        of provider: Provider, at place: Place, for visitor: Visitor, joining group: JoinedGroup? = nil, _ now: Instant
    ) -> Conflict? {
        guard let member = place.staff(as: provider) else { return nil }
        return self[.doctorDay(member, place.date)]
            .conflict(with: place.times(of: provider), for: visitor, joining: group, at: now)
    }
}
