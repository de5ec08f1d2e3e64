import EventSourcing
import Identifiers

extension FreedTime {
    /// Whether the doctor has no other appointment at the time of a group visit, and fewer patients are booked for the
    /// group visit than the service's present capacity. A held place counts as free, because the hold may end before
    /// the offer.
    func hasPlace(
        in group: GroupVisit, of service: Service, on frame: DayFrame, _ model: inout DecisionModel<ClinicEvent>,
        at now: Instant
    ) -> Bool {
        let joined = JoinedGroup(group, capacity: service.details.capacity ?? 1)
        let conflict = model[.doctorDay(doctor, frame.date)].conflict(
            with: slot, for: Visitor(moving: leaving?.appointment), joining: joined, at: now)
        return conflict == nil || conflict == .held
    }
}

extension DecisionModel<ClinicEvent> {
    /// The number of places that a group visit has left before `visit` is booked. `visit` takes one of them.
    mutating func placesLeft(in group: JoinedGroup, besides visit: Visit, at now: Instant) -> Int {
        let day = self[.doctorDay(visit.place.doctor, visit.place.date)]
        return day.placesLeft(
            in: group, for: Visitor(patient: visit.patient, moving: visit.appointment), at: now)
    }
}
