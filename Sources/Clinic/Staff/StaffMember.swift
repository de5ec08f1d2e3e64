import EventSourcing
public import Identifiers

/// A member of the clinic's staff.
public struct StaffMember: Sendable {
    public let id: ID<StaffMember>
    public var details: StaffDetails
    /// The absences of the member of staff, sorted by their start.
    public var timeOff: [TimeOff] = []
    /// The hours of the member of staff that differ from the ordinary week, in the order in which they were added.
    public var specialHours: [SpecialHours] = []
    public var isActive = true
    public var isErased = false

    public var isDoctor: Bool { details.roles.contains(.doctor) }

    /// Erases the contact details of a member of staff and the reasons of absences. Name, roles and the times of
    /// absences stay, since they belong to the record of treatments.
    mutating func erase() {
        isErased = true
        details = details.unreachable
        timeOff = timeOff.map(\.unexplained)
    }
}

extension ClinicSettings {
    /// Whether a member of staff is active and an admin. Decisions that change or deactivate staff check this for the
    /// calling admin. So if two admins revoke each other's access at once, one of the two decisions fails. An unknown
    /// id counts as an active admin.
    func isStillAdmin(_ id: ID<StaffMember>) -> Bool {
        guard let member = staff[id] else { return true }
        return member.isActive && member.details.roles.contains(.admin)
    }

    /// The active member of staff, other than `member`, who has the e-mail address in the given details; `nil` if there
    /// is none.
    func member(withEmailOf details: StaffDetails, besides member: ID<StaffMember>) -> ID<StaffMember>? {
        guard let email = details.email?.value?.lowercased() else { return nil }
        return staff.all.first { other in
            other.isActive && other.id != member && other.details.email?.value?.lowercased() == email
        }?.id
    }
}
