import Endpoints
import Identifiers

/// Why identity says no. One table, in `API/Refusal+Problem.swift`, maps each to what the client is told.
enum Refusal: Error, Hashable {
    /// Wrong e-mail or wrong password: never told apart.
    case wrongCredentials
    /// So many were wrong that this one is not looked at.
    case tooManyAttempts(seconds: Int)
    /// The account is several things, or in several clinics, and the login does not say which is meant.
    case membershipAmbiguous([MembershipChoice])
    /// The account is not what the login asks for.
    case noSuchMembership
    /// A refresh token that is unknown, spent, expired or of an ended session.
    case invalidRefreshToken
    /// To log out with.
    case invalidToken
    case wrongPIN(attemptsLeft: Int)
    /// The fifth failure: the sessions on this device have ended.
    case pinFailuresExhausted
    /// Meanwhile, beside this request.
    case sessionEnded
    case noPINSet
    case pinAlreadySet
    /// The device has registered no key, or its PIN is gone.
    case noDeviceKey
    /// Not by the device's key, or for no open challenge of the session.
    case wrongSignature
    case weakPIN
    case weakPassword(PasswordRules.Weakness)
    case malformedEmail
    /// Of somebody who is signed in.
    case wrongPassword
    /// The password is right; now a code is wanted.
    case secondFactorRequired
    case wrongSecondFactor
    case secondFactorIsSet
    case noSecondFactor
    /// No proof of possession for this request, or one that was used.
    case invalidProof
    /// A name that only we give.
    case reservedDevice
    /// Used, expired, or never ours.
    case invalidOneTimeToken
    case noSuchAccount
    case noSuchSession
    case noSuchDevice
    case accountExists
    case staleVersion
    /// The hashing threads' queue is full.
    case overloaded
}

/// What a login may be for.
struct MembershipChoice: Hashable, Sendable {
    let clinic: UUIDBytes
    let clinicName: String?
    let role: Role
}
