/// Why identity says no. One table, in `Refusal+Problem.swift`, maps each to what the client is told.
enum Refusal: Error, Hashable {
    /// Wrong e-mail or wrong password: never told apart.
    case wrongCredentials
    /// The account is several things, or in several clinics, and the login does not say which is meant.
    case membershipAmbiguous([Choice])
    /// The account is not what the login asks for.
    case noSuchMembership
    /// A refresh token that is unknown, spent, expired or of an ended session.
    case invalidRefreshToken
    case wrongPIN(attemptsLeft: Int)
    /// The fifth failure: the sessions on this device have ended.
    case pinFailuresExhausted
    case noPINSet
    case weakPIN
    case weakPassword
    case noSuchSession
    case noSuchDevice
    case accountExists
    case staleVersion
    /// The hashing pool's queue is full.
    case overloaded

    struct Choice: Hashable {
        let clinic: String
        let role: String
    }
}
