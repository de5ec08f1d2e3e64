public import EventSourcing
public import Identifiers

/// Somebody does not work at the clinic any more. Their appointments stay, for people to move.
public struct DeactivateStaff: Decision {
    public let member: ID<StaffMember>

    public init(_ member: ID<StaffMember>) { self.member = member }

    public func decide(_ facts: inout Facts<ClinicEvent>, at now: Instant) throws(StaffRejection) -> [ClinicEvent] {
        guard let known = facts[.settings].staff[member] else { throw .noSuchMember }
        return known.isActive ? [.staff(.staffDeactivated(StaffDeactivated(staff: member)))] : []
    }
}
