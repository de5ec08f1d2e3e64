public import Endpoints
import Identifiers
import JSON

extension Problem.Kind {
    static let wrongCredentials = Problem.Kind(
        "wrong-credentials", 401, "E-mail or password is wrong",
        means: """
            No account has this e-mail address and this password. The answer does not say which of them is wrong.
            """,
        remedy: "Ask the person to type both again, or to reset the password.")
    public static let tooManyAttempts = Problem.Kind(
        "too-many-attempts", 429, "Too many attempts; wait a little",
        means: "There were too many failed attempts, or too many mails or sign-ins in a short time.",
        remedy: "Wait for as many seconds as `Retry-After` says. Each further failure makes the wait longer.")
    static let invalidRefreshToken = Problem.Kind(
        "invalid-refresh-token", 401, "Sign in again",
        means: "The refresh token is unknown, has expired, or was used before. A second use ends the session.",
        remedy: "Forget the session's tokens and sign in again.")
    static let noSuchMembership = Problem.Kind(
        "no-such-membership", 403, "The account does not have this role in this clinic",
        means: "The account is not in the clinic `clinic_id`, not as `role`, or no longer.",
        remedy: "Choose one of the memberships that `GET /api/v1/me` lists.")
    static let membershipAmbiguous = Problem.Kind(
        "membership-ambiguous", 409, "The account has several roles in the clinic; choose one",
        means: "The account can sign in as more than one role. `choices` lists them.",
        remedy: "Let the person choose, and send the request with `role`.",
        members: [
            .member(
                "choices", .array(MembershipChoice.codec).described("The clinics and roles to choose from."),
                example: MembershipChoice.examples)
        ]
    )
    static let wrongPIN = Problem.Kind(
        "wrong-pin", 403, "The PIN is wrong",
        means: """
            The PIN is not the one of this account on this device. `attempts_left` more wrong ones end the session.
            """,
        remedy: """
            Ask the person to type the PIN again. It is a 403 and not a 401, so that no client repeats it by itself.
            """,
        members: [.member("attempts_left", .int(1...4).described("How many more wrong PINs are allowed."), example: 4)])
    static let noPINSet = Problem.Kind(
        "no-pin-set", 409, "There is no PIN on this device",
        means: "The account has set no PIN on this device.",
        remedy: "Unlock by password, or set a PIN.")
    static let pinAlreadySet = Problem.Kind(
        "pin-already-set", 409, "There is a PIN on this device; change it",
        means: "The account has a PIN on this device.",
        remedy: "Change it with `PUT /api/v1/pin`, which takes the old PIN as well.")
    static let noDeviceKey = Problem.Kind(
        "no-device-key", 409, "There is no key of this device",
        means: "The app has registered no key for this device, so that no signature can unlock the session.",
        remedy: "Unlock by PIN or password. Register a key by setting or changing the PIN with `device_key`.")
    static let wrongSignature = Problem.Kind(
        "wrong-signature", 403, "The signature is not by this device's key, or its challenge has expired",
        means: """
            The signature does not fit the challenge and the device's key, or the challenge was used before or has \
            expired.
            """,
        remedy: "Get a new challenge and sign it, or unlock by PIN or password.")
    static let weakPIN = Problem.Kind(
        "weak-pin", 409, "The PIN is too easy to guess",
        means: "The PIN is one of those that are tried first, such as a row of digits or a date.",
        remedy: "Ask the person for another one.")
    public static let weakPassword = Problem.Kind(
        "weak-password", 409, "The password is too short, too long or too easy to guess",
        means: """
            Passwords have 10 to 128 characters, those of staff at least 12. Common words and the person's own names \
            count little.
            """,
        remedy: "Ask the person for another one. `reason` says what is wrong with it.",
        members: [
            .member(
                "reason", Codec<PasswordRules.Weakness>.stringEnum.described("The password's weakness."),
                example: .tooCommon)
        ])
    static let wrongPassword = Problem.Kind(
        "wrong-password", 403, "The password is wrong",
        means: "The password is not the account's.",
        remedy: "Ask the person to type it again.")
    static let secondFactorRequired = Problem.Kind(
        "second-factor-required", 403, "Sign in with a code of your app, or a recovery code",
        means: "The password is right, and the account has a second factor.",
        remedy: "Ask for the code and send the login again with it as `code`.")
    static let wrongSecondFactor = Problem.Kind(
        "wrong-second-factor", 403, "The code is wrong, or has been used",
        means: """
            The code is not the current one of the account's app, and none of its unused recovery codes. Each code \
            is good once.
            """,
        remedy: "Ask for the next code of the app, or another recovery code.")
    static let secondFactorIsSet = Problem.Kind(
        "second-factor-set", 409, "There is a second factor already",
        means: "The account has a confirmed second factor.",
        remedy: "Remove it first, with `POST /api/v1/second-factor/remove`.")
    static let noSecondFactor = Problem.Kind(
        "no-second-factor", 409, "There is no second factor",
        means: "The account has no second factor, or none that waits to be confirmed.",
        remedy: "Begin with `POST /api/v1/second-factor`.")
    public static let invalidProof = Problem.Kind(
        "invalid-dpop-proof", 401, "The proof of possession does not fit this request",
        means: """
            The session is bound to a key, and `DPoP` is missing, is not by that key, was used before, or is for \
            another request (RFC 9449).
            """,
        remedy: "Make a new proof for this method and this address, with the current time.")
    static let invalidOneTimeToken = Problem.Kind(
        "invalid-one-time-token", 403, "The token has been used, has expired, or is unknown",
        means: "Tokens from mails and links are good once, and for a limited time.",
        remedy: "Ask for a new mail or link.")
    public static let accountExists = Problem.Kind(
        "account-exists", 409, "The person or the account is taken",
        means: """
            The member of staff or the patient has a login already, or the account is another person's in this \
            clinic.
            """,
        remedy: "Do not give a second login. To let the person choose a new password, use the password reset.")
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

    fileprivate static let examples = [Role.doctor, .admin].map { role in
        MembershipChoice(
            clinic: UUIDBytes(high: 0x0193_5a10_0000_7000, low: 0x8000_0000_0000_0001), clinicName: "Linden Dental",
            role: role)
    }
}

extension IdentityRejection {
    /// The problem that the client receives for the rejection. A wrong PIN is answered with 403, not 401, because
    /// clients answer a 401 with a refresh and repeat the request, which would be a second guess.
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
