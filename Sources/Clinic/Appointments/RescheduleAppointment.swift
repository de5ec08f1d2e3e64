public import EventSourcing
public import Identifiers

/// Moves an appointment to another time, doctor or chair in one step. If another booking takes the new place first, the
/// old one is kept.
public struct RescheduleAppointment: Decision {
    let target: AppointmentTarget
    let start: Instant
    /// The new doctor; `nil` to keep the doctor.
    let doctor: ID<StaffMember>?
    /// The new chair; `nil` to keep the chair if it is free, or else to take any free one.
    let chair: ID<Chair>?
    let reason: Personal<String>?

    public init(
        _ target: AppointmentTarget, start: Instant, doctor: ID<StaffMember>? = nil, chair: ID<Chair>? = nil,
        reason: Personal<String>? = nil
    ) {
        self.target = target
        self.start = start
        self.doctor = doctor
        self.chair = chair
        self.reason = reason
    }

    public func decide(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(AppointmentRejection) -> [ClinicEvent] {
        let course = try target.course(in: &model)
        let from = course.visit.place
        let isThere =
            from.slot.start == start && (doctor ?? from.doctor) == from.doctor && (chair ?? from.chair) == from.chair
        if isThere { return [] }
        guard course.status.isAhead else { throw .impossible("reschedule", course.status) }
        try target.keepsDeadline(of: course, at: now)
        let settings = model[.settings]
        guard let service = settings.services[course.visit.service] else { throw .serviceNotOffered }
        let visitor = Visitor(patient: course.visit.patient, moving: course.visit.appointment)
        let placement = Placement(
            service: service, minutes: from.slot.minutes, start: start, doctor: doctor ?? from.doctor, chair: chair,
            preferredChair: from.chair, seeker: TimeSeeker(side: target.side, visitor: visitor))
        let (place, terms) = try placement.found(&model, settings, at: now)
        let status: AppointmentStatus = settings.mustApprove(target.side) ? .requested : .booked
        return [
            .appointment(
                .rescheduled(
                    AppointmentRescheduled(
                        visit: course.visit.moved(to: place), wallTime: settings.zone.wallTime(start), from: from,
                        terms: terms, status: status, reason: reason)))
        ]
    }
}
