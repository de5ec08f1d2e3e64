import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

struct RegistrationForm: Sendable {
    let email: String
    let password: String
    let name: String

    static let codec = object(
        RegistrationForm.init(email:password:name:),
        field("email", \.email, .string(3...254).described("The address for the account; it has to be confirmed.")),
        field("password", \.password, .string(1...256).described("The account's password. \(PasswordRules.text)")),
        field("name", \.name, .name().described("The person's full name."))
    ).described("The account to register.").named("Registration")
}

extension Identity {
    /// Starts a registration. The account is created only when its e-mail address is proved, so that another person's
    /// address cannot be registered. The answer is the same if the account already exists. Only the owner of the
    /// address learns that, by mail.
    func register(_ form: RegistrationForm, from network: String, at now: Instant) async throws {
        let email = EmailRules.normalized(form.email)
        guard EmailRules.isAcceptable(email) else { throw IdentityRejection.malformedEmail }
        try PasswordRules(isStaff: false, names: [email, form.name]).check(form.password)
        guard try await mayMail(to: email, from: network, at: now) else { return }
        let hash = try await shared.hashing.hash(
            PasswordRules.bytes(of: form.password), for: .stranger(email, from: network))
        _ = try await pool.perform(
            OneTimeStore.register(newID(at: now), email: email, name: form.name, passwordHash: hash, at: now))
        shared.post.isDue()
    }

    /// Uses a mailed one-time token: marks the e-mail address as proved, or creates the registered account.
    func confirmEmail(_ text: String, at now: Instant) async throws {
        let (token, grant) = try await find(text, [.verification, .registration], at: now)
        let statement =
            switch grant.purpose {
            case .registration: OneTimeStore.finishRegistration(token.id, account: newRandomID(), at: now)
            case .verification, .password, .invitation, .handed, .notice, .booking, .contact:
                OneTimeStore.verify(token.id, at: now)
            }
        guard try await pool.perform(statement).isEmpty else { return }
        if grant.purpose == .registration { try await inviteInstead(grant.email, at: now) }
        throw IdentityRejection.invalidOneTimeToken
    }

    /// Mails an invitation if a clinic created the account before the registration was confirmed. The owner of the
    /// address then chooses a new password.
    private func inviteInstead(_ email: String, at now: Instant) async throws {
        guard let row = try await pool.perform(Account.byEmail(email), effect: .reads).first,
            try Account(row).passwordHash == nil
        else { return }
        _ = try await pool.perform(OneTimeStore.make(newID(at: now), .invitation, email: email, at: now))
        shared.post.isDue()
    }

    /// Mails the caller a token that proves the account's e-mail address.
    func askForVerification(_ caller: Principal, at now: Instant) async throws {
        guard let row = try await pool.perform(Account.byID(caller.account), effect: .reads).first else {
            throw IdentityRejection.noSuchAccount
        }
        let email = try Account(row).email
        guard try await mayMail(to: email, from: "account \(caller.account)", at: now) else { return }
        _ = try await pool.perform(OneTimeStore.make(newID(at: now), .verification, email: email, at: now))
        shared.post.isDue()
    }
}
