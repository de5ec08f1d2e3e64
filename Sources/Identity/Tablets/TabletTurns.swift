import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// A person who can sign in on a tablet by PIN.
struct TabletPerson: Sendable {
    let account: UUIDBytes
    let role: Role
    let name: String

    static let codec = object(
        TabletPerson.init(account:role:name:), field("account_id", \.account, .uuid.described("The account's id.")),
        field("role", \.role, .stringEnum.described("The account's role in the clinic.")),
        field("name", \.name, .string(max: 200).described("The person's name."))
    ).described("A person who can take a tablet over by PIN.").named("TabletPerson")
}

struct TabletTurn: Sendable {
    let account: UUIDBytes
    /// The role to sign in with. It is required if the account has several roles in the clinic.
    let role: Role?
    let pin: String

    static let codec = object(
        TabletTurn.init(account:role:pin:),
        field("account_id", \.account, .uuid.described("The account of the person who takes the tablet over.")),
        optionalField(
            "role", \.role, .stringEnum.described("The role; needed only if the account has several in the clinic.")),
        field("pin", \.pin, .pin.described("The person's PIN on this tablet."))
    ).described("The person who takes a tablet over.").named("TabletTurn")
}

extension Identity {
    /// The staff of the tablet's clinic who have a PIN on the tablet.
    func people(on text: String) async throws -> [TabletPerson] {
        guard let token = TabletToken(text) else { throw IdentityRejection.invalidToken }
        let clinic = try await tablet(token).clinic
        let statement: Statement = """
            SELECT account_id, role, name FROM membership JOIN account USING (account_id)
            WHERE clinic_id = \(clinic) AND ended_at IS NULL AND NOT awaits_owner AND role <> 'patient' AND EXISTS (
                SELECT FROM device_pin
                WHERE device_pin.account_id = membership.account_id AND device_id = \(TabletToken.device(token.id)))
            ORDER BY name, role, account_id LIMIT 200
            """
        return try await pool.perform(statement, effect: .reads).map { row in
            TabletPerson(account: try row.uuid(0), role: try row.role(1), name: try row.text(2))
        }
    }

    /// Signs a person in on the tablet by PIN, in a new session. The person's earlier sessions on the tablet end, and
    /// other people's sessions there are locked.
    ///
    /// After five wrong PINs in a row, the person must sign in with the password again.
    func takeTurn(
        _ turn: TabletTurn, on text: String, _ proof: ProofRequest, at now: Instant
    ) async throws -> Tokens {
        guard let token = TabletToken(text) else { throw IdentityRejection.invalidToken }
        let proof = try self.proof(proof, at: now)
        let (clinic, name) = try await tablet(token)
        let device = TabletToken.device(token.id)
        let statement: Statement = """
            SELECT clinic_id, role, subject_id FROM membership
            WHERE clinic_id = \(clinic) AND account_id = \(turn.account) AND role <> 'patient' AND ended_at IS NULL
                AND NOT awaits_owner
            ORDER BY role
            """
        let memberships = try await pool.perform(statement, effect: .reads).map { try Membership($0) }
        let fitting = memberships.filter { turn.role == nil || $0.role == turn.role }
        guard let membership = fitting.first else { throw IdentityRejection.noPINSet }
        guard fitting.count == 1 else {
            throw IdentityRejection.membershipAmbiguous(
                fitting.map { MembershipChoice(clinic: $0.clinic, clinicName: nil, role: $0.role) })
        }
        let holder = PINHolder(session: turn.account, account: turn.account, device: device)
        let hash = try await checkTabletPIN(turn.pin, holder, at: now)
        try spend(proof, at: now)
        let tokens = try await open(
            NewSession(
                account: turn.account, membership: membership, device: device, tablet: token.id, deviceName: name,
                platform: nil, scope: .clinic, boundKey: proof?.thumbprint,
                needsSecondFactor: shared.rolesWithSecondFactor.contains(membership.role), shown: .pin(hash: hash)),
            at: now)
        let moved = try await pool.perform([
            PINRules.clearFailures(holder),
            """
            UPDATE session SET ended_at = \(now), end_reason = 'revoked'
            WHERE device_id = \(device) AND account_id = \(turn.account) AND ended_at IS NULL
                AND session_id <> \(tokens.session)
            RETURNING session_id
            """,
            """
            UPDATE session SET locked_at = \(now)
            WHERE device_id = \(device) AND account_id <> \(turn.account) AND ended_at IS NULL AND locked_at IS NULL
            RETURNING session_id
            """,
        ])
        await forgetEverywhere(try [moved[1], moved[2]].joined().map { try $0.uuid(0) })
        return tokens
    }

    /// Counts an attempt and then checks the PIN on a tablet.
    ///
    /// - Returns: the hash of the checked PIN.
    private func checkTabletPIN(_ pin: String, _ holder: PINHolder, at now: Instant) async throws -> String {
        guard let row = try await pool.perform(PINRules.takeAttemptOnTablet(holder)).first else {
            throw IdentityRejection.noPINSet
        }
        let hash = try row.text(0)
        let failures = Int(try row.int32(1))
        let isRight = try await shared.hashing.verify(
            PINRules.secret(pin, holder, shared.pepper), against: hash, for: .known(holder.account.text))
        if isRight { return hash }
        guard failures >= PINRules.attempts else {
            throw IdentityRejection.wrongPIN(attemptsLeft: PINRules.attempts - failures)
        }
        try await giveUp(holder, at: now)
        throw IdentityRejection.noPINSet
    }
}
