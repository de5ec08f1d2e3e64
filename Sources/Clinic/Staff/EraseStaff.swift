public import EventSourcing
public import Identifiers

/// Erases the contact details and absence reasons of a former member of staff. Their work and their treatments stay.
public struct EraseStaff: Decision {
    public let member: ID<StaffMember>
    public let reason: ErasureReason

    public init(_ member: ID<StaffMember>, reason: ErasureReason) {
        self.member = member
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(StaffRejection)
        -> [ClinicEvent]
    {
        guard let known = model[.settings].staff[member] else { throw .noSuchMember }
        guard !known.isErased else { return [] }
        guard !known.isActive else { throw .stillActive }
        return [.staff(.staffErased(StaffErased(staff: member, reason: reason)))]
    }
}
