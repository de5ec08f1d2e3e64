public import Endpoints
import JSON

extension Problem.Kind {
    static let wrongCredentials = Problem.Kind("wrong-credentials", 401, "E-mail or password is wrong")
    static let invalidRefreshToken = Problem.Kind("invalid-refresh-token", 401, "Sign in again")
    static let noSuchMembership = Problem.Kind("no-such-membership", 403, "You are not that in that clinic")
    static let membershipAmbiguous = Problem.Kind(
        "membership-ambiguous", 409, "Say in which clinic and as what you sign in",
        members: [.member("choices", .array(MembershipChoice.codec))])
    static let wrongPIN = Problem.Kind(
        "wrong-pin", 403, "The PIN is wrong", members: [.member("attempts_left", .int(1...4))])
    static let noPINSet = Problem.Kind("no-pin-set", 409, "There is no PIN on this device")
    static let pinAlreadySet = Problem.Kind("pin-already-set", 409, "There is a PIN on this device; change it")
    static let weakPIN = Problem.Kind("weak-pin", 409, "The PIN is too easy to guess")
    public static let weakPassword = Problem.Kind(
        "weak-password", 409, "The password is too short or too easy to guess")
    public static let accountExists = Problem.Kind("account-exists", 409, "The person or the account is taken")
}

extension Problem {
    static let sessionEnded = Problem(.sessionEnded)
        .field("WWW-Authenticate", #"Bearer error="invalid_token", error_description="session ended""#)
}

extension MembershipChoice {
    static let codec = object(
        MembershipChoice.init, field("clinic_id", \.clinic, .uuid), field("role", \.role, .stringEnum)
    ).named("MembershipChoice")
}

extension Refusal {
    /// A wrong PIN is a 403, not a 401: a client answers that one with a refresh and a repetition, which would be a second
    /// guess (O3).
    var problem: Problem {
        switch self {
        case .wrongCredentials: Problem(.wrongCredentials).field("WWW-Authenticate", "Bearer")
        case .invalidRefreshToken: Problem(.invalidRefreshToken).field("WWW-Authenticate", "Bearer")
        case .invalidToken: .unauthenticated
        case .sessionEnded, .pinFailuresExhausted: .sessionEnded
        case .noSuchMembership: Problem(.noSuchMembership)
        case .membershipAmbiguous(let choices):
            Problem(.membershipAmbiguous).with("choices", choices, .array(MembershipChoice.codec))
        case .wrongPIN(let left): Problem(.wrongPIN).with("attempts_left", left, .int(1...4))
        case .noPINSet: Problem(.noPINSet)
        case .pinAlreadySet: Problem(.pinAlreadySet)
        case .weakPIN: Problem(.weakPIN)
        case .weakPassword: Problem(.weakPassword)
        case .malformedEmail: .malformed(body: "/email", code: "bad_format", detail: "must be an e-mail address")
        case .accountExists: Problem(.accountExists)
        case .noSuchAccount, .noSuchSession, .noSuchDevice: .notFound
        case .staleVersion: Problem(.preconditionFailed)
        case .overloaded: .unavailable()
        }
    }
}
