public import EventSourcing
public import Identifiers

public struct ChangeStaffDetails: Decision {
    public let member: ID<StaffMember>
    public let details: StaffDetails

    public init(_ member: ID<StaffMember>, _ details: StaffDetails) {
        self.member = member
        self.details = details
    }

    public func decide(_ facts: inout Facts<ClinicEvent>, at now: Instant) throws(StaffRejection) -> [ClinicEvent] {
        let settings = facts[.settings]
        guard let known = settings.staff[member] else { throw .noSuchMember }
        guard known.isActive else { throw .deactivated }
        guard known.details != details else { return [] }
        try settings.check(details, of: member)
        return [.staff(.staffDetailsChanged(StaffDetailsChanged(staff: member, details: details)))]
    }
}
