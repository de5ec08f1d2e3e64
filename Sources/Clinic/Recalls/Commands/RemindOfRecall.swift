public import EventSourcing
public import Identifiers

/// The command that records a reminder of a recall after a completed visit, if a reminder is due.
///
/// Servers run this command for each completed visit with a due reminder. The command has no endpoint. If two servers
/// run the command for a visit at once, the second decision finds that no reminder is due.
public struct RemindOfRecall: Decision {
    let visit: ID<Appointment>

    public init(after visit: ID<Appointment>) { self.visit = visit }

    /// The hour of the clinic's wall clock at which a reminder becomes due on its day.
    static let hour = 9
    /// The number of days for which a due reminder of a recall can still be given. So a clinic that begins to remind
    /// patients of recalls sends no reminders that were due years ago.
    static let daysInTime = 7

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] {
        let agreed = model[.agreedVisit(visit)]
        guard agreed.status == .completed, let visited = agreed.visit else { return [] }
        let settings = model[.settings]
        guard let service = settings.services[visited.service], service.isActive, let interval = service.recall
        else { return [] }
        let registration = model[.registration(of: visited.patient)]
        let due = visited.place.date.adding(months: interval.months).adding(days: interval.days)
        let last = model[.lastNotice(after: visit)].notice
        let given = last?.due == due ? last?.days : nil
        let stages = model[.notificationSettings].settings.recallDays.filter { days in
            days > given ?? .min && RemindOfRecall.isInTime(due.adding(days: days), settings.zone, at: now)
        }
        // If the servers were down while several reminders became due, the patient gets only the latest of them.
        guard registration.isCurrent, let days = stages.max() else { return [] }
        let today = settings.zone.date(of: now)
        for record in model.records(ofPersonWith: visited.patient) {
            if let until = model[.recalls(of: record)].pauses[service.id], until > today { return [] }
            for year in [today, today.adding(months: 12), today.adding(months: 24)]
            where model[.bookedServices(of: record, year)].has(service.id, from: today) {
                return []
            }
        }
        return [
            .recall(
                .reminded(
                    RecallReminded(
                        // The login of a person with merged records belongs to the surviving record.
                        patient: registration.mergedInto ?? visited.patient, service: service.id, channel: .message,
                        notice: RecallNotice(visit: visit, due: due, days: days))))
        ]
    }

    /// Whether a reminder of a recall on the given day has become due, and is not too old.
    private static func isInTime(_ day: CivilDate, _ zone: ClinicZone, at now: Instant) -> Bool {
        guard let nine = LocalTime(hour: hour, minute: 0) else { return false }
        let begins = zone.firstInstant(day, nine)
        return begins <= now && now < begins.adding(days: Int64(daysInTime))
    }
}
