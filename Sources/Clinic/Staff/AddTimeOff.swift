public import EventSourcing
public import Identifiers

/// Adds an absence of a member of staff. Appointments in that time stay, for people to move.
public struct AddTimeOff: Decision {
    public let member: ID<StaffMember>
    public let timeOff: TimeOff

    public init(_ member: ID<StaffMember>, _ timeOff: TimeOff) {
        self.member = member
        self.timeOff = timeOff
    }

    /// The maximum number of absences. More would be a mistake, and every booking reads all of them.
    static let limit = 500

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(StaffRejection)
        -> [ClinicEvent]
    {
        let settings = model[.settings]
        guard let known = settings.staff[member] else { throw .noSuchMember }
        guard known.isActive else { throw .deactivated }
        guard !known.timeOff.contains(where: { $0.id == timeOff.id }) else { return [] }
        guard known.timeOff.count < AddTimeOff.limit else { throw .tooMuchTimeOff }
        for local in [timeOff.start, timeOff.end] where !settings.zone.has(local) { throw .noSuchLocalTime(local) }
        return [.staff(.timeOffAdded(TimeOffAdded(staff: member, timeOff: timeOff)))]
    }
}

extension ClinicZone {
    /// Whether a local time exists. Whole days begin at midnight even if the clocks skip it.
    fileprivate func has(_ local: LocalDateTime) -> Bool { local.time == .midnight || instant(local) != nil }
}
