public import Endpoints
import JSON

extension Problem.Kind {
    static let wrongCredentials = Problem.Kind("wrong-credentials", 401, "E-mail or password is wrong")
    public static let tooManyAttempts = Problem.Kind("too-many-attempts", 429, "Too many attempts; wait a little")
    static let invalidRefreshToken = Problem.Kind("invalid-refresh-token", 401, "Sign in again")
    static let noSuchMembership = Problem.Kind("no-such-membership", 403, "You are not that in that clinic")
    static let membershipAmbiguous = Problem.Kind(
        "membership-ambiguous", 409, "Say in which clinic and as what you sign in",
        members: [.member("choices", .array(MembershipChoice.codec).described("The clinics and roles to choose from."))]
    )
    static let wrongPIN = Problem.Kind(
        "wrong-pin", 403, "The PIN is wrong",
        members: [.member("attempts_left", .int(1...4).described("How many more wrong PINs are allowed."))])
    static let noPINSet = Problem.Kind("no-pin-set", 409, "There is no PIN on this device")
    static let pinAlreadySet = Problem.Kind("pin-already-set", 409, "There is a PIN on this device; change it")
    static let noDeviceKey = Problem.Kind("no-device-key", 409, "There is no key of this device")
    static let wrongSignature = Problem.Kind(
        "wrong-signature", 403, "The signature is not by this device's key, or its challenge is over")
    static let weakPIN = Problem.Kind("weak-pin", 409, "The PIN is too easy to guess")
    public static let weakPassword = Problem.Kind(
        "weak-password", 409, "The password is too short or too easy to guess",
        members: [
            .member("reason", Codec<PasswordRules.Weakness>.stringEnum.described("The password's weakness."))
        ])
    static let wrongPassword = Problem.Kind("wrong-password", 403, "The password is wrong")
    static let secondFactorRequired = Problem.Kind(
        "second-factor-required", 403, "Sign in with a code of your app, or a recovery code")
    static let wrongSecondFactor = Problem.Kind("wrong-second-factor", 403, "The code is wrong, or has been used")
    static let secondFactorIsSet = Problem.Kind("second-factor-set", 409, "There is a second factor already")
    static let noSecondFactor = Problem.Kind("no-second-factor", 409, "There is no second factor")
    static let invalidProof = Problem.Kind(
        "invalid-dpop-proof", 401, "The proof of possession is not one for this request")
    static let invalidOneTimeToken = Problem.Kind(
        "invalid-one-time-token", 403, "The token has been used, has expired, or was never ours")
    public static let accountExists = Problem.Kind("account-exists", 409, "The person or the account is taken")
}

extension Problem {
    static let invalidProof = Problem(.invalidProof)
        .field("WWW-Authenticate", #"DPoP algs="ES256", error="invalid_dpop_proof""#)
    static let sessionEnded = Problem(.sessionEnded)
        .field("WWW-Authenticate", #"Bearer error="invalid_token", error_description="session ended""#)
}

extension MembershipChoice {
    static let codec = object(
        MembershipChoice.init(clinic:clinicName:role:),
        field("clinic_id", \.clinic, .uuid.described("The clinic's id.")),
        optionalField(
            "clinic_name", \.clinicName,
            .string(max: 500).described("The clinic's name; absent if it is not known yet.")),
        field("role", \.role, .stringEnum.described("The account's role there."))
    ).described("A clinic and a role that the account has there.").named("MembershipChoice")
}

extension IdentityRejection {
    /// A wrong PIN is a 403, not a 401: a client answers a 401 with a refresh and a repetition, which would be a second
    /// guess (O3).
    var problem: Problem {
        switch self {
        case .wrongCredentials: Problem(.wrongCredentials).field("WWW-Authenticate", "Bearer")
        case .tooManyAttempts(let seconds): Problem(.tooManyAttempts).field("Retry-After", "\(max(1, seconds))")
        case .invalidRefreshToken: Problem(.invalidRefreshToken).field("WWW-Authenticate", "Bearer")
        case .invalidToken: .unauthenticated
        case .sessionEnded, .pinFailuresExhausted: .sessionEnded
        case .noSuchMembership: Problem(.noSuchMembership)
        case .membershipAmbiguous(let choices):
            Problem(.membershipAmbiguous).with("choices", choices, .array(MembershipChoice.codec))
        case .wrongPIN(let left): Problem(.wrongPIN).with("attempts_left", left, .int(1...4))
        case .noPINSet: Problem(.noPINSet)
        case .pinAlreadySet: Problem(.pinAlreadySet)
        case .noDeviceKey: Problem(.noDeviceKey)
        case .wrongSignature: Problem(.wrongSignature)
        case .weakPIN: Problem(.weakPIN)
        case .weakPassword(let weakness): Problem(.weakPassword).with("reason", weakness, .stringEnum)
        case .malformedEmail: .malformed(body: "/email", code: "bad_format", detail: "must be an e-mail address")
        case .wrongPassword: Problem(.wrongPassword)
        case .secondFactorRequired: Problem(.secondFactorRequired)
        case .wrongSecondFactor: Problem(.wrongSecondFactor)
        case .secondFactorIsSet: Problem(.secondFactorIsSet)
        case .noSecondFactor: Problem(.noSecondFactor)
        case .invalidProof: .invalidProof
        case .reservedDevice: .malformed(body: "/device_id", code: "not_allowed", detail: "tablets show their token")
        case .invalidOneTimeToken: Problem(.invalidOneTimeToken)
        case .accountExists: Problem(.accountExists)
        case .noSuchAccount, .noSuchSession, .noSuchDevice: .notFound
        case .staleVersion: Problem(.preconditionFailed)
        case .overloaded: .unavailable()
        }
    }
}
