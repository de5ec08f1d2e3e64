public import EventSourcing
public import Identifiers

/// Removes an absence of a member of staff.
public struct RemoveTimeOff: Decision {
    public let member: ID<StaffMember>
    public let timeOff: ID<TimeOff>

    public init(_ member: ID<StaffMember>, _ timeOff: ID<TimeOff>) {
        self.member = member
        self.timeOff = timeOff
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(StaffRejection)
        -> [ClinicEvent]
    {
        guard let known = model[.settings].staff[member] else { throw .noSuchMember }
        guard known.timeOff.contains(where: { $0.id == timeOff }) else { throw .noSuchTimeOff }
        return [.staff(.timeOffRemoved(TimeOffRemoved(staff: member, timeOff: timeOff)))]
    }
}
