public import EventSourcing
public import Identifiers

/// The command that records a reminder of a visit, if a reminder is due.
///
/// Servers run this command for each visit with a due reminder. The command has no endpoint. If two servers run the
/// command for a visit at once, the second decision finds that no reminder is due.
public struct RemindOfVisit: Decision {
    let appointment: ID<Appointment>

    public init(_ appointment: ID<Appointment>) { self.appointment = appointment }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] {
        let agreed = model[.agreedVisit(appointment)]
        let last = model[.lastReminder(of: appointment)].reminder
        let stages = model[.notificationSettings].settings.reminders
        guard let visit = agreed.visit, let since = agreed.since else { return [] }
        let registration = model[.registration(of: visit.patient)]
        let start = visit.place.slot.start
        guard agreed.status.isReminded, registration.isCurrent, now < start else { return [] }
        let given = last?.start == start ? last?.minutes : nil
        let due = stages.filter { stage in
            let instant = start.adding(minutes: -Int64(stage))
            // A reminder that was due before the visit got its present start is left out, because the patient has just
            // agreed to this start.
            return instant <= now && instant > since && stage < given ?? .max
        }
        // If the servers were down while several reminders became due, the patient gets only the latest of them.
        guard let stage = due.min() else { return [] }
        // The login of a person with merged records belongs to the surviving record.
        let patient = registration.mergedInto ?? visit.patient
        return [
            .notification(
                .visitReminded(
                    VisitReminded(appointment: appointment, patient: patient, start: start, minutes: stage)))
        ]
    }
}
