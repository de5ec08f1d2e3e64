public import Identifiers

/// Somebody who works at the clinic: a doctor, or one of the others.
public struct StaffMember: Sendable {
    public let id: ID<StaffMember>
    public var details: StaffDetails
    /// Oldest first.
    public var timeOff: [TimeOff] = []
    public var isActive = true

    public var isDoctor: Bool { details.role == .doctor }
}

/// What can be said of a member of staff, and changed. Names of staff are work data: patients see them.
public struct StaffDetails: Hashable, Sendable {
    public let name: String
    public let role: StaffRole
    public let specialty: String?
    public let email: String?
    /// `nil`: the clinic's opening hours.
    public let hours: WeeklyHours?

    public init(name: String, role: StaffRole, specialty: String?, email: String?, hours: WeeklyHours?) {
        self.name = name
        self.role = role
        self.specialty = specialty
        self.email = email
        self.hours = hours
    }
}

public enum StaffRole: String, CaseIterable, Sendable {
    case doctor, receptionist, admin
}

/// A stretch in which somebody who would work does not; `end` is not part of it.
public struct TimeOff: Hashable, Sendable {
    public let id: ID<TimeOff>
    public let start: LocalDateTime
    public let end: LocalDateTime
    public let reason: String?

    /// `nil` unless it starts before it ends.
    public init?(id: ID<TimeOff>, start: LocalDateTime, end: LocalDateTime, reason: String?) {
        guard start < end else { return nil }
        self.id = id
        self.start = start
        self.end = end
        self.reason = reason
    }
}
