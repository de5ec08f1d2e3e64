public import EventSourcing
public import Identifiers

public struct ChangeStaffDetails: Decision {
    public let member: ID<StaffMember>
    public let details: StaffDetails
    public let admin: ID<StaffMember>

    /// Changes a person's details.
    ///
    /// - Parameter admin: the caller, who must stay an admin: a clinic keeps one.
    public init(_ member: ID<StaffMember>, _ details: StaffDetails, by admin: ID<StaffMember>) {
        self.member = member
        self.details = details
        self.admin = admin
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(StaffRejection)
        -> [ClinicEvent]
    {
        let settings = model[.settings]
        guard let known = settings.staff[member] else { throw .noSuchMember }
        if member != admin { try settings.checkIsAdmin(admin) }
        guard known.isActive else { throw .deactivated }
        guard known.details != details else { return [] }
        guard member != admin || details.roles.contains(.admin) else { throw .oneself }
        try settings.check(details, of: member)
        return [.staff(.staffDetailsChanged(StaffDetailsChanged(staff: member, details: details)))]
    }
}
