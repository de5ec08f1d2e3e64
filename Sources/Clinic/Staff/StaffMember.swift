public import EventSourcing
public import Identifiers

/// A member of the clinic's staff.
public struct StaffMember: Sendable {
    public let id: ID<StaffMember>
    public var details: StaffDetails
    /// The person's absences, oldest first.
    public var timeOff: [TimeOff] = []
    public var isActive = true
    public var isErased = false

    public var isDoctor: Bool { details.roles.contains(.doctor) }

    /// Erases contact details and reasons of absences. Name, role and the times of absences stay: they belong to the
    /// record of treatments.
    mutating func erase() {
        isErased = true
        details = details.unreachable
        timeOff = timeOff.map(\.unexplained)
    }
}

/// The details of a member of staff, which can be changed. Names of staff are work data: patients see them, and they
/// stay in the record of treatments.
public struct StaffDetails: Hashable, Sendable {
    public let name: String
    public let roles: StaffRoles
    public let specialty: String?
    public let email: Personal<String>?
    /// The person's working hours; `nil` for the clinic's opening hours.
    public let hours: WeeklyHours?

    public init(
        name: String, roles: StaffRoles, specialty: String?, email: Personal<String>?, hours: WeeklyHours?
    ) {
        self.name = name
        self.roles = roles
        self.specialty = specialty
        self.email = email
        self.hours = hours
    }

    /// The details without erased values.
    var unlessErased: StaffDetails { email == .erased ? unreachable : self }

    var unreachable: StaffDetails {
        StaffDetails(name: name, roles: roles, specialty: specialty, email: nil, hours: hours)
    }
}

/// An absence of a member of staff. Its `end` is excluded.
public struct TimeOff: Hashable, Sendable {
    public let id: ID<TimeOff>
    public let start: LocalDateTime
    public let end: LocalDateTime
    public let reason: Personal<String>?

    /// An absence; `nil` unless it starts before it ends.
    public init?(id: ID<TimeOff>, start: LocalDateTime, end: LocalDateTime, reason: Personal<String>?) {
        guard start < end else { return nil }
        self.init(id, start, end, reason)
    }

    private init(_ id: ID<TimeOff>, _ start: LocalDateTime, _ end: LocalDateTime, _ reason: Personal<String>?) {
        self.id = id
        self.start = start
        self.end = end
        self.reason = reason
    }

    /// The absence without erased values.
    var unlessErased: TimeOff { reason == .erased ? unexplained : self }

    var unexplained: TimeOff { TimeOff(id, start, end, nil) }
}
