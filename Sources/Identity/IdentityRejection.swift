import Endpoints
import Identifiers

/// The reason why an identity endpoint refuses a request. The table in `API/IdentityRejection+Problem.swift` maps each
/// reason to a problem.
enum IdentityRejection: Error, Hashable {
    /// The e-mail address or the password is wrong. Answers never distinguish these two cases.
    case wrongCredentials
    /// There were too many wrong attempts, sign-ins or mails, so the caller must wait for some seconds.
    case tooManyAttempts(seconds: Int)
    /// The account has several staff roles in a tablet's clinic, and the request to sign in by PIN names none.
    case membershipAmbiguous([MembershipChoice])
    /// The account does not have the requested role.
    case noSuchMembership
    /// The refresh token is unknown, used or expired, or its session has ended.
    case invalidRefreshToken
    /// The token of a logout or of a tablet is not valid: no server with this pepper and these keys issued it, or the
    /// tablet is unpaired.
    case invalidToken
    case wrongPIN(attemptsLeft: Int)
    /// The request contained the fifth wrong PIN in a row, so the account's sessions on the device have ended.
    case pinFailuresExhausted
    /// The session has ended since the caller was authenticated.
    case sessionEnded
    case noPINSet
    case pinAlreadySet
    /// The device has no registered key, or its PIN was deleted.
    case noDeviceKey
    /// The signature was not made with the device's key, or not for the session's open challenge.
    case wrongSignature
    case weakPIN
    case weakPassword(PasswordRules.Weakness)
    case malformedEmail
    /// The password that a signed-in caller has sent is wrong.
    case wrongPassword
    /// The password is correct, but a code of the second factor is required too.
    case secondFactorRequired
    case wrongSecondFactor
    case secondFactorIsSet
    case noSecondFactor
    /// The request has no valid proof of possession, or its proof was used before.
    case invalidProof
    /// The client has sent a device name that only the server may assign.
    case reservedDevice
    /// The one-time token was used, has expired, or was not issued by this server.
    case invalidOneTimeToken
    case noSuchAccount
    case noSuchSession
    case noSuchDevice
    case accountExists
    case staleVersion
    /// The queue of the threads that hash passwords and PINs is full.
    case overloaded
}

/// A membership that a login may choose.
struct MembershipChoice: Hashable, Sendable {
    let clinic: UUIDBytes
    let clinicName: String?
    let role: Role
}
