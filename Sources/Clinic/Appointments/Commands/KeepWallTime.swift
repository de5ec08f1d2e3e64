public import EventSourcing
public import Identifiers

/// The move of a visit whose instant no longer agrees with its agreed local time, since the rules of the time zone have
/// changed.
public struct WallTimeMove: Hashable, Sendable {
    public let appointment: ID<Appointment>
    public let wallTime: WallTime
    public let from: Instant
    /// The new instant of the visit; `nil` if the clocks will skip its local time on that day.
    public let to: Instant?

    /// The moves that the given appointments need. A requested, booked or confirmed appointment needs one if its agreed
    /// local time corresponds to another instant under the present zone rules.
    public static func all(
        _ appointments: [ID<Appointment>], _ model: inout DecisionModel<ClinicEvent>
    ) -> [WallTimeMove] {
        let zone = model[.settings].zone
        return appointments.compactMap { id in
            guard case .made(let course) = model[.appointment(id)], course.status.isAhead else { return nil }
            return WallTimeMove(course, in: zone)
        }
    }

    /// The move that a visit needs if its instant no longer agrees with its wall time; `nil` if they agree, or if the
    /// wall time is unknown.
    fileprivate init?(_ course: Appointment.Course, in zone: ClinicZone) {
        guard let wallTime = course.wallTime else { return nil }
        let from = course.visit.place.slot.start
        let instants = zone.instants(wallTime.local)
        guard !instants.contains(from) else { return nil }
        appointment = course.visit.appointment
        self.wallTime = wallTime
        self.from = from
        // If the clocks show the agreed local time of a visit twice on its day, the visit gets the earlier instant.
        to = instants.first
    }
}

/// The command that moves a visit to the instant at which the clinic's clocks will show the agreed time, after the
/// rules of the clinic's zone have changed. Doctor, chair and status stay the same.
public struct KeepWallTime: Decision {
    private let appointment: ID<Appointment>

    public init(_ appointment: ID<Appointment>) { self.appointment = appointment }

    public enum Rejection: Error, Hashable, Sendable {
        case unknown
        /// The clocks will skip the visit's local time on its day, so that no instant has that local time. Or the
        /// clocks will skip midnight, so that a part of the visit or of its chair's buffers would be on another day
        /// than the visit's.
        case noSuchLocalTime
        /// The doctor, the hygienist, the chair or the patient has an appointment other than the visit at the visit's
        /// new time, or the time is held for another patient.
        case taken
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection)
        -> [ClinicEvent]
    {
        let settings = model[.settings]
        guard case .made(let course) = model[.appointment(appointment)] else { throw .unknown }
        guard course.status.isAhead, let move = WallTimeMove(course, in: settings.zone) else { return [] }
        // All appointments of a group visit are moved by one decision. If one of them were moved alone, the doctor
        // would still be busy with the others.
        let courses = [course] + others(in: course, moving: move, settings.zone, &model)
        var events: [ClinicEvent] = []
        for course in courses { events += try moved(course, move, with: courses, settings, &model, at: now) }
        return events
    }

    /// The other appointments of the same group visit that have to be moved to the same instant.
    private func others(
        in course: Appointment.Course, moving move: WallTimeMove, _ zone: ClinicZone,
        _ model: inout DecisionModel<ClinicEvent>
    ) -> [Appointment.Course] {
        guard let group = course.visit.group else { return [] }
        let place = course.visit.place
        let entries = model[.doctorDay(place.doctor, place.date)].taken.filter { $0.group == group }
        return entries.compactMap { entry in
            guard entry.appointment != appointment, case .made(let other) = model[.appointment(entry.appointment)],
                other.status.isAhead, let its = WallTimeMove(other, in: zone), its.to == move.to
            else { return nil }
            return other
        }
    }

    /// The events that move one appointment.
    ///
    /// - Parameter courses: all appointments that are moved together, the moved one included.
    private func moved(
        _ course: Appointment.Course, _ move: WallTimeMove, with courses: [Appointment.Course],
        _ settings: ClinicSettings, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Rejection) -> [ClinicEvent] {
        let zone = settings.zone
        let from = course.visit.place
        let shift = move.to.map { $0.seconds(since: move.from) }
        guard let shift, let start = move.to, let slot = Slot(start: start, end: from.slot.end.adding(seconds: shift))
        else { throw .noSuchLocalTime }
        let place = Place(
            doctor: from.doctor, chair: from.chair, date: zone.date(of: start), slot: slot, buffers: from.buffers,
            segments: from.segments, capacity: from.capacity)
        let day = zone.bounds(of: place.date)
        guard day.lowerBound <= place.chairSlot.start, place.chairSlot.end <= day.upperBound else {
            throw .noSuchLocalTime
        }
        let visitor = Visitor(
            patient: course.visit.patient, moving: course.visit.appointment,
            beside: courses.map(\.visit.appointment))
        // The group needs a place for each patient who is moved. If an override booked more patients than the capacity,
        // the group does not have so many places at the new time, since the override does not apply to another time.
        let capacity = courses.compactMap(\.visit.place.capacity).max() ?? 1
        let group = GroupVisit(of: course.visit.service, at: place).map { visit in
            JoinedGroup(visit, capacity: capacity - (courses.count - 1))
        }
        let conflicts = [
            model.conflict(of: .doctor, at: place, for: visitor, joining: group, now),
            model.conflict(of: .hygienist, at: place, for: visitor, now),
            model[.chairDay(place.chair, place.date)]
                .conflict(with: place.chairSlot, for: visitor, joining: group, at: now),
            model.conflict(with: slot, ofPersonWith: course.visit.patient, on: place.date, for: visitor, at: now),
        ]
        guard conflicts.allSatisfy({ $0 == nil }) else { throw .taken }
        let terms = course.terms.with(cancelBefore: course.terms.cancelBefore.adding(seconds: shift))
        let moved = AppointmentRescheduled(
            visit: course.visit.moved(to: place), wallTime: course.wallTime ?? move.wallTime, from: from, terms: terms,
            status: course.status, reason: nil, override: nil, guardian: nil)
        return [.appointment(.rescheduled(moved))]
            + model.endedHolds(of: course.visit.patient, bookedAt: [place], settings, at: now)
            + model.lostOffers(at: [place], at: now)
    }
}
