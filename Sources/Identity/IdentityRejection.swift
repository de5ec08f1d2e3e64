import Endpoints
import Identifiers

/// Why identity refuses a request. One table, in `API/IdentityRejection+Problem.swift`, maps each to a problem.
enum IdentityRejection: Error, Hashable {
    /// Wrong e-mail or wrong password: never distinguished.
    case wrongCredentials
    /// After too many wrong ones this attempt is not checked.
    case tooManyAttempts(seconds: Int)
    /// The account has several roles or clinics, and the login does not choose one.
    case membershipAmbiguous([MembershipChoice])
    /// The account does not have the requested role.
    case noSuchMembership
    /// A refresh token that is unknown, spent, expired or of an ended session.
    case invalidRefreshToken
    /// For a logout.
    case invalidToken
    case wrongPIN(attemptsLeft: Int)
    /// The fifth failure: the sessions on this device have ended.
    case pinFailuresExhausted
    /// By another request meanwhile.
    case sessionEnded
    case noPINSet
    case pinAlreadySet
    /// The device has no registered key, or its PIN was deleted.
    case noDeviceKey
    /// Not by the device's key, or not for the session's open challenge.
    case wrongSignature
    case weakPIN
    case weakPassword(PasswordRules.Weakness)
    case malformedEmail
    /// For a caller who is signed in.
    case wrongPassword
    /// The password is right; a code is required.
    case secondFactorRequired
    case wrongSecondFactor
    case secondFactorIsSet
    case noSecondFactor
    /// No proof of possession for this request, or one that was used.
    case invalidProof
    /// A device name that only the server gives.
    case reservedDevice
    /// Used, expired, or not ours.
    case invalidOneTimeToken
    case noSuchAccount
    case noSuchSession
    case noSuchDevice
    case accountExists
    case staleVersion
    /// The hashing threads' queue is full.
    case overloaded
}

/// A possible role for a login.
struct MembershipChoice: Hashable, Sendable {
    let clinic: UUIDBytes
    let clinicName: String?
    let role: Role
}
