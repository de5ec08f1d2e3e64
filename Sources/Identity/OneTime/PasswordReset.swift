import Endpoints
import EventSourcing
import Identifiers
import PostgresClient
import SQL

extension AttemptRule {
    /// The limit on mails to one address. Requests above it get the same answer, but no mail is sent.
    static let mailToAddress = AttemptRule(kind: "mail to", free: 3, forgetsAfter: 600, longestWait: 3600)
    /// The limit on mails that are requested from one network.
    static let mailFromNetwork = AttemptRule(kind: "mail from", free: 20, forgetsAfter: 60, longestWait: 600)
    /// The limit on invitations from one clinic to one address. Invitations from other clinics, and other mails, are
    /// counted separately.
    static let invitation = AttemptRule(kind: "invitation", free: 3, forgetsAfter: 600, longestWait: 3600)
    /// The limit on invitations from one clinic to all addresses together.
    static let invitationsOfClinic = AttemptRule(
        kind: "invitations of", free: 100, forgetsAfter: 60, longestWait: 600)
}

extension Identity {
    /// Mails a token for choosing a new password if the e-mail address has an account. The answer does not show whether
    /// the address has an account.
    func askForPassword(_ email: String, from network: String, at now: Instant) async throws {
        let email = EmailRules.normalized(email)
        guard try await mayMail(to: email, from: network, at: now) else { return }
        _ = try await pool.perform(OneTimeStore.make(newID(at: now), .password, email: email, at: now))
        shared.post.isDue()
    }

    /// Sets the password of the account that a one-time token belongs to. Every session of the account ends.
    func choosePassword(_ text: String, _ password: String, at now: Instant) async throws {
        let (token, grant) = try await find(text, [.password, .invitation, .handed], at: now)
        guard let account = grant.account else { throw IdentityRejection.invalidOneTimeToken }
        let names = try await pool.perform([ClinicNames.of(account: account), Account.byID(account)], effect: .reads)
        let name = try names[1].first.map { [try Account($0).name] } ?? []
        try PasswordRules(isStaff: grant.isStaff, names: [grant.email] + name + ClinicNames.read(names[0]))
            .check(password)
        let hash = try await shared.hashing.hash(PasswordRules.bytes(of: password), for: .known(account.text))
        let changed = try await pool.perform(
            OneTimeStore.setPassword(token.id, of: account, hash, grant.purpose, at: now))
        guard let row = changed[1].first else { throw IdentityRejection.invalidOneTimeToken }
        await forgetEverywhere(try row.uuids(1))
    }

    /// Sends a mail to a person who was granted a role in a clinic. The mail contains a token for choosing a password,
    /// or the notice that no new password is needed.
    ///
    /// - Throws: `tooManyAttempts` if the clinic has sent too many mails.
    func mailInvitation(
        _ email: String, _ letter: OneTimePurpose, to clinic: UUIDBytes, at now: Instant
    ) async throws {
        let counted = [
            AttemptBucket(.invitationsOfClinic, [clinic.text], shared.pepper),
            AttemptBucket(.invitation, [clinic.text, email], shared.pepper),
        ]
        let rows = try await pool.perform(counted.map { $0.count(at: now) } + [AttemptBucket.waits(counted)])
        for count in rows.dropLast() where try count.first?.bool(0) == false { try Attempts.check(rows[2], at: now) }
        _ = try await pool.perform(OneTimeStore.make(newID(at: now), letter, email: email, at: now))
        shared.post.isDue()
    }

    func find(
        _ text: String, _ purposes: Set<OneTimePurpose>, at now: Instant
    ) async throws -> (OneTimeToken, OneTimeGrant) {
        guard let token = OneTimeToken(text),
            let grant = try OneTimeGrant(
                await pool.perform(OneTimeGrant.find(token, at: now), effect: .reads), token, shared.pepper),
            purposes.contains(grant.purpose)
        else { throw IdentityRejection.invalidOneTimeToken }
        return (token, grant)
    }

    /// Whether one more mail may be sent to the address.
    ///
    /// - Throws: `tooManyAttempts` if the network has requested too many mails.
    func mayMail(to email: String, from network: String, at now: Instant) async throws -> Bool {
        let asking = AttemptBucket(.mailFromNetwork, [network], shared.pepper)
        let address = AttemptBucket(.mailToAddress, [email], shared.pepper)
        let rows = try await pool.perform([
            address.count(at: now), asking.count(at: now), AttemptBucket.waits([asking]),
        ])
        if try rows[1].first?.bool(0) == false { try Attempts.check(rows[2], at: now) }
        return try rows[0].first?.bool(0) ?? false
    }
}
