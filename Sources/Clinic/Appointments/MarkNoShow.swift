public import EventSourcing

/// Marks a patient as not come, after a grace period from the start.
public struct MarkNoShow: Decision {
    let target: AppointmentTarget

    public init(
        _ target: AppointmentTarget
    ) {
        self.target = target
    }

    public func decide(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(AppointmentRejection) -> [ClinicEvent] {
        let course = try target.course(in: &model)
        if course.status == .noShow { return [] }
        guard AppointmentStep.markNoShow.isAllowed(from: course.status) else {
            throw .impossible("mark_no_show", course.status)
        }
        let grace = Int64(model[.basics].rules.noShowAfterMinutes)
        let from = course.visit.place.slot.start.adding(minutes: grace)
        guard now >= from else { throw .tooSoonForNoShow(from) }
        return [.appointment(.missed(AppointmentMissed(visit: course.visit)))]
    }
}
