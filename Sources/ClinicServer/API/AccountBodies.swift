import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Identity
import JSON

struct AccountBody: Sendable {
    let email: String
    let password: String?
    let wantsLink: Bool

    static let codec = object(
        AccountBody.init(email:password:wantsLink:),
        field("email", \.email, .string(3...254).described("The address to sign in with.")),
        optionalField(
            "password", \.password,
            .string(10...128).described("The first password; absent: the person is mailed a token to choose one with.")),
        field(
            "link", \.wantsLink,
            .bool.described("For admins: answer with a link to hand over, instead of mailing it."),
            default: false)
    ).described("The login to give.").named("AccountGrant")
}

struct AccountGiven: Sendable {
    let id: UUIDBytes
    let version: Int64
    /// The roles in which the owner of the login can sign in; at least one.
    let roles: [Role]
    let invitation: InvitationOutcome?
    let link: OneTimeLink?

    private var firstRole: Role { roles[0] }

    static let codec = object(
        AccountGiven.make(id:version:firstRole:roles:invitation:link:),
        field("id", \.id, .uuid.described("The account's id.")),
        field("version", \.version, .version),
        field(
            "role", \.firstRole,
            Codec<Role>.stringEnum.described("Deprecated: read `roles`. The first of them.").deprecated),
        field("roles", \.roles, .array(.stringEnum, 1...3).described("The roles that the login can be used in.")),
        optionalField(
            "invitation", \.invitation,
            Codec<InvitationOutcome>.stringEnum.described(
                """
                The invitation's outcome: it is mailed (`sent`), its token is in `link`, or the server cannot mail it \
                (`not_sent`). Absent if a password was given.
                """)),
        optionalField(
            "link", \.link, OneTimeLink.codec.described("The link to hand over; absent unless it was asked for."))
    ).described("A login that was given.").named("Account")

    private static func make(
        id: UUIDBytes, version: Int64, firstRole _: Role, roles: [Role], invitation: InvitationOutcome?,
        link: OneTimeLink?
    ) -> AccountGiven {
        AccountGiven(id: id, version: version, roles: roles, invitation: invitation, link: link)
    }
}

extension AccountGiven {
    init(_ account: GrantedAccount, version: Int64, roles: [Role]) {
        var outcome: InvitationOutcome?
        var link: OneTimeLink?
        switch account.invitation {
        case .sent: outcome = .sent
        case .notSent: outcome = .notSent
        case .link(let handed):
            outcome = .link
            link = OneTimeLink(token: handed.token, url: handed.url, expiresAt: handed.expiresAt)
        case nil: break
        }
        self.init(id: account.id, version: version, roles: roles, invitation: outcome, link: link)
    }
}

enum InvitationOutcome: String, CaseIterable, Sendable {
    case sent, link
    case notSent = "not_sent"
}

/// A one-time token with which a person chooses a password, and the address of the app's page that takes the token. An
/// admin hands the link to the person.
struct OneTimeLink: Sendable {
    let token: String
    let url: String?
    let expiresAt: Instant

    static let codec = object(
        OneTimeLink.init(token:url:expiresAt:),
        field(
            "token", \.token,
            .string(max: 200).described("The token for `POST /api/v1/auth/new-password`; it is good once.")),
        optionalField(
            "url", \.url,
            .string(max: 2000).described("The app's page that takes the token; absent if it is not known.")),
        field("expires_at", \.expiresAt, .instant.described("Until when the token is good, in UTC."))
    ).described("A link to choose a password with, for an admin to hand over.").named("OneTimeLink")
}
