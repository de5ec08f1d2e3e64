public import EventSourcing
public import Identifiers

/// Ends a person's work at the clinic. Their appointments stay, for people to move.
public struct DeactivateStaff: Decision {
    public let member: ID<StaffMember>
    public let admin: ID<StaffMember>

    /// Deactivates a member of staff.
    ///
    /// - Parameter admin: the caller. Admins cannot deactivate themselves: a clinic keeps an admin.
    public init(_ member: ID<StaffMember>, by admin: ID<StaffMember>) {
        self.member = member
        self.admin = admin
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(StaffRejection)
        -> [ClinicEvent]
    {
        let settings = model[.settings]
        guard let known = settings.staff[member] else { throw .noSuchMember }
        guard member != admin else { throw .oneself }
        try settings.checkIsAdmin(admin)
        return known.isActive ? [.staff(.staffDeactivated(StaffDeactivated(staff: member)))] : []
    }
}
