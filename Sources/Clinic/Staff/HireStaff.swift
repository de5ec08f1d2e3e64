public import EventSourcing
public import Identifiers

/// Hires a member of staff.
public struct HireStaff: Decision {
    public let member: ID<StaffMember>
    public let details: StaffDetails

    public init(_ member: ID<StaffMember>, _ details: StaffDetails) {
        self.member = member
        self.details = details
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(StaffRejection)
        -> [ClinicEvent]
    {
        let settings = model[.settings]
        guard settings.staff[member] == nil else { return [] }
        try settings.check(details, of: member)
        return [.staff(.staffHired(StaffHired(staff: member, details: details)))]
    }
}
