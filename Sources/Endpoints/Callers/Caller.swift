public import Identifiers

/// The caller of a verified session.
///
/// Only the authenticator creates one, from a token that it has verified and a session that is open. A handler takes
/// all knowledge of its caller from this value, and none from the request.
public struct Principal: Hashable, Sendable {
    /// The id that replaces the clinic's id in a session without a clinic. No row of any clinic has it.
    public static let noClinic = UUIDBytes(high: 0, low: 0)
    /// The id of the feed with the events about persons without a clinic. No clinic has this id.
    public static let personsFeed = UUIDBytes(high: 0, low: 1)

    public let clinic: UUIDBytes
    public let account: UUIDBytes
    public let session: UUIDBytes
    public let role: Role
    /// The id of the patient or member of staff who uses the account in the clinic; the account's own id if there is
    /// none.
    public let subject: UUIDBytes
    /// Whether the session is locked until its PIN is entered. A locked session can call only endpoints that allow it.
    public let isLocked: Bool
    /// The reason why the session reaches only the account's own data; `nil` if it is not restricted. A restricted
    /// session can call only endpoints that allow it.
    public let restriction: Restriction?
    /// Whether the session belongs to the mobile app. Such a session reaches only the areas that the clinic has opened
    /// to its role.
    public let isApp: Bool

    /// The same caller with the role of a doctor.
    package var asDoctor: Principal {
        Principal(
            authenticatedIn: clinic, account: account, session: session, role: .doctor, subject: subject,
            isLocked: isLocked, restriction: restriction, isApp: isApp)
    }

    /// The feed to which the session's commands append events, and whose documents it reads: that of the clinic, or
    /// that of the persons without a clinic.
    public var feed: UUIDBytes { role == .person ? Self.personsFeed : clinic }

    package init(
        authenticatedIn clinic: UUIDBytes, account: UUIDBytes, session: UUIDBytes, role: Role, subject: UUIDBytes,
        isLocked: Bool = false, restriction: Restriction? = nil, isApp: Bool = false
    ) {
        self.clinic = clinic
        self.account = account
        self.session = session
        self.role = role
        self.subject = subject
        self.isLocked = isLocked
        self.restriction = restriction
        self.isApp = isApp
    }
}

/// The reason why a session reaches only the account's own data.
public enum Restriction: String, Hashable, CaseIterable, Sendable {
    /// The account must set up a second factor before it can use the clinic's endpoints.
    case secondFactorMissing = "second_factor_missing"
    /// The device was reported to be compromised.
    case deviceCompromised = "device_compromised"
    /// The session was opened for background work.
    case background
}

/// A caller whose role belongs to the audience of the called endpoint.
public struct Caller<Members: Audience>: Hashable, Sendable {
    public let principal: Principal

    /// The caller of a session; `nil` if the principal's role is not one of the audience's.
    package init?(_ principal: Principal) {
        guard Members.roles.contains(principal.role) else { return nil }
        self.principal = principal
    }

    public var clinic: UUIDBytes { principal.clinic }
    /// The feed of the clinic, or that of the persons without a clinic.
    public var feed: UUIDBytes { principal.feed }
    public var account: UUIDBytes { principal.account }
    public var session: UUIDBytes { principal.session }
    public var role: Role { principal.role }
    /// The id of the patient or member of staff who uses the account; the account's own id in a session without a
    /// clinic.
    public var subject: UUIDBytes { principal.subject }

    /// The id of the patient who calls; `nil` for a caller in another role.
    public var patientIfPatient: UUIDBytes? { role == .patient ? subject : nil }

    public static func == (left: Caller, right: Caller) -> Bool { left.principal == right.principal }
    public func hash(into hasher: inout Hasher) { hasher.combine(principal) }
}

extension Caller where Members == PatientOnly {
    /// The id of the patient who calls.
    public var patient: UUIDBytes { subject }
}

extension Caller where Members: StaffAudience {
    /// The id of the member of staff who calls.
    public var staff: UUIDBytes { subject }
}
