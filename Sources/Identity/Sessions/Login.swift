import PostgresClient
import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

struct LoginAttempt: Sendable {
    let email: String
    let password: String
    /// The clinic that the login chooses if the account has several; by default the last used one.
    let clinic: UUIDBytes?
    let role: Role?
    /// The client's name for its device; if it is `nil`, the session is treated as a separate device.
    let deviceID: String?
    let deviceName: String?
    /// The client's platform, which determines whether the session belongs to the mobile app.
    let platform: ClientPlatform?
    let scope: SessionScope?
    /// The code of the second factor: a code from the authenticator app, or a recovery code.
    let code: String?
    /// The token of a paired tablet that staff share.
    let tabletToken: String?

    static let codec = object(
        LoginAttempt.init(email:password:clinic:role:deviceID:deviceName:platform:scope:code:tabletToken:),
        field("email", \.email, .string(1...254).described("The account's e-mail address.")),
        field("password", \.password, .string(1...256).described("The account's password.")),
        optionalField(
            "clinic_id", \.clinic, .uuid.described("The clinic to work in; absent: the one that was used last.")),
        optionalField(
            "role", \.role, .stringEnum.described("The role to work in; absent: the one that was used last.")),
        optionalField("device_id", \.deviceID, .deviceID),
        optionalField(
            "device_name", \.deviceName,
            .string(max: 100).ofOneDirection.described("The device's name in the list of sessions.")
        ),
        optionalField(
            "platform", \.platform,
            .stringEnum.described("The client's platform; it decides whether the session is the mobile app's.")),
        optionalField(
            "scope", \.scope,
            .stringEnum.described(
                """
                `clinic`: all that the role may do. `background`: only the account's own data and the person's own \
                check-ins. Absent: `clinic`.
                """
            )),
        optionalField(
            "code", \.code,
            .string(6...20).described(
                "A code of the authenticator app, or a recovery code; needed if a second factor is set.")),
        optionalField(
            "tablet_token", \.tabletToken, .string(1...100).described("The token of a paired tablet that staff share."))
    ).described("The credentials to sign in with, and the session to open.").named("Login")
}

extension Codec where Value == String {
    /// A client's name for its device, which does not change while the app is installed.
    static var deviceID: Codec {
        .string(min: 1, max: 128, pattern: "^[!-~]*$", detail: "visible ASCII characters") { text in
            text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        }
        .described("The client's name for the device or installation that it runs on; it stays the same.")
    }
}

extension Identity {
    /// Opens a session by e-mail address and password. One hash is computed whether the account exists or not. No hash
    /// is computed for a caller that must wait before another attempt.
    func login(
        _ attempt: LoginAttempt, from network: String, _ proof: ProofRequest, at now: Instant
    ) async throws -> Tokens {
        let proof = try self.proof(proof, at: now)
        if attempt.deviceID?.hasPrefix(TabletToken.prefix) == true { throw IdentityRejection.reservedDevice }
        let shown = try attempt.tabletToken.map { text in
            guard let token = TabletToken(text) else { throw IdentityRejection.invalidToken }
            return token
        }
        var tablet: (clinic: UUIDBytes, name: String)?
        if let shown { tablet = try await self.tablet(shown) }
        let device = shown.map { TabletToken.device($0.id) } ?? attempt.deviceID
        let email = EmailRules.normalized(attempt.email)
        func attempts(knownDevice: String?) -> Attempts {
            Attempts(account: email, network: network, knownDevice: knownDevice, shared.pepper)
        }
        let (here, elsewhere) = (attempts(knownDevice: device ?? ""), attempts(knownDevice: nil))
        let rows = try await pool.perform(
            [
                Account.byEmail(email), Membership.of(email: email),
                SessionStore.hasBeen(email: email, device: device),
                AttemptBucket.waits(here.buckets + [.successes(of: email, on: device ?? "", shared.pepper)]),
                AttemptBucket.waits(elsewhere.buckets + [.successes(of: email, on: "", shared.pepper)]),
            ], effect: .reads)
        let isKnownDevice = !rows[2].isEmpty
        let counted = isKnownDevice ? here : elsewhere
        try Attempts.check(rows[isKnownDevice ? 3 : 4], at: now)
        let account = try rows[0].first.map { try Account($0) }
        let memberships = try rows[1].map { try Membership.withChoice($0) }
        let password = PasswordRules.bytes(of: attempt.password)
        // Logins from known devices wait for a hashing thread under their e-mail address, not their account's id. So
        // the wait does not reveal whether the account exists.
        let matches = try await shared.hashing.verify(
            password, against: account?.passwordHash,
            for: isKnownDevice ? .known(email) : .stranger(email, from: network))
        guard let account, let hash = account.passwordHash, matches else {
            security.loginFailed(email: email, reason: "wrong_password", at: now)
            try await fail(counted, with: .wrongCredentials, at: now)
        }
        let hasFactor = try await checkSecondFactor(
            attempt.code, account.id, on: isKnownDevice ? device : nil, counted, at: now)
        if !hasFactor { try await pass(counted, at: now) }
        try await countSuccess(of: email, on: isKnownDevice ? device ?? "" : "", at: now)
        let fitting =
            tablet == nil
            ? memberships
            : memberships.filter { $0.membership.clinic == tablet?.clinic && $0.membership.role != .patient }
        let (membership, others) = try choose(
            fitting, of: account.id, clinic: attempt.clinic, role: attempt.role, onTablet: tablet != nil)
        try spend(proof, at: now)
        var tokens = try await open(
            NewSession(
                account: account.id, membership: membership, device: device, tablet: shown?.id,
                deviceName: attempt.deviceName ?? tablet?.name ?? "", platform: attempt.platform,
                scope: attempt.scope ?? .clinic, boundKey: proof?.thumbprint,
                needsSecondFactor: shared.rolesWithSecondFactor.contains(membership.role),
                shown: .password(hash: hash, withCode: hasFactor)), at: now)
        tokens.others = others
        tokens.name = account.name
        tokens.tier = memberships.isEmpty ? .personal : .clinic
        return tokens
    }

    /// Opens a session for a person whose credentials were checked, if the credentials are still valid.
    func open(_ new: NewSession, at now: Instant) async throws -> Tokens {
        let id = newID(at: now)
        let session = SessionStore.New(
            id: id, new: new, device: new.device ?? Self.device(of: id), refreshSecret: randomBytes(32), at: now)
        let opened = try await pool.perform(
            [
                new.shown.session == nil ? AccountTurn.signsIn(new.account) : AccountTurn.changes(new.account),
                SessionStore.open(session), SessionStore.isOpen(to: new),
                PINRules.exists(account: new.account, device: session.device),
                SessionStore.endSurplus(of: new.account, beside: id, at: now),
            ] + SessionStore.takeOver(session))
        guard !opened[1].isEmpty else {
            throw opened[2].isEmpty ? IdentityRejection.noSuchMembership : new.shown.rejection
        }
        await forgetEverywhere(try opened[4].map { try $0.uuid(0) } + [new.shown.session].compactMap { $0 })
        let token = RefreshToken(
            session: id, generation: 1, secret: session.refreshSecret, pepper: shared.pepper)
        let holder = TokenHolder(
            session: id, membership: new.membership, account: new.account, hasPIN: !opened[3].isEmpty, locked: false,
            boundKey: new.boundKey)
        return try await tokens(holder, token, at: now)
    }

    /// The device name of a session whose client named no device.
    static func device(of session: UUIDBytes) -> String { "session:\(session)" }

    /// Chooses the membership of a new session, and returns it with the account's other memberships. An account without
    /// a role in any clinic signs in as a person.
    ///
    /// - Parameter memberships: the account's memberships, the last used one first.
    func choose(
        _ memberships: [(membership: Membership, choice: MembershipChoice)], of account: UUIDBytes,
        clinic: UUIDBytes?, role: Role?, onTablet: Bool
    ) throws(IdentityRejection) -> (Membership, [MembershipChoice]) {
        let isPerson = role == .person || role == nil && memberships.isEmpty
        if isPerson, clinic == nil, !onTablet { return (.person(account), memberships.map(\.choice)) }
        let fitting = memberships.first { known in
            (clinic == nil || known.membership.clinic == clinic)
                && (role == nil || known.membership.role == role)
        }
        guard let fitting else { throw .noSuchMembership }
        return (fitting.membership, memberships.map(\.choice).filter { $0 != fitting.choice })
    }
}

extension NewSession.Shown {
    /// The rejection if the checked credentials are no longer valid when the new session is opened.
    fileprivate var rejection: IdentityRejection {
        switch self {
        case .password: .wrongCredentials
        case .pin: .noPINSet
        case .session: .sessionEnded
        }
    }
}
