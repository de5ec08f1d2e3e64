import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// The clinic and role that the caller switches to.
struct MembershipSwitch: Sendable {
    let clinic: UUIDBytes?
    let role: Role?

    static let codec = object(
        MembershipSwitch.init(clinic:role:),
        optionalField(
            "clinic_id", \.clinic, .uuid.described("The clinic; absent: any clinic where the account has the role.")),
        optionalField(
            "role", \.role,
            Codec<Role>.stringEnum.described("The role; absent: the role in the clinic that was used last."))
    ).described("The clinic and role to change to.").named("MembershipSwitch")
}

extension Identity {
    /// Switches to another clinic or role: opens a session on the same device, bound to the same key if there is one,
    /// and ends the caller's session, whose tokens become invalid. The device still receives push notifications. The
    /// new session's row names the previous session. If the client named no device at login, each session counts as a
    /// new device, on which the account has no PIN.
    func change(_ caller: Principal, to wanted: MembershipSwitch, at now: Instant) async throws -> Tokens {
        let rows = try await pool.perform(
            [
                "SELECT device_id, device_name, bound_key, platform, scope FROM session WHERE session_id = \(caller.session)",
                Membership.of(account: caller.account),
            ], effect: .reads)
        guard let session = rows[0].first else { throw IdentityRejection.sessionEnded }
        let device = try session.text(0)
        // Only the staff of a tablet's clinic may use a shared tablet, so the caller can switch only to other staff
        // roles of the tablet's clinic.
        let isTablet = device.hasPrefix(TabletToken.prefix)
        let places = try rows[1].map { try Membership.withChoice($0) }.filter { place in
            !isTablet || place.membership.clinic == caller.clinic && place.membership.role != .patient
        }
        let (membership, others) = try choose(
            places, of: caller.account, clinic: wanted.clinic, role: wanted.role, onTablet: isTablet)
        let new = NewSession(
            account: caller.account, membership: membership,
            device: device == Self.device(of: caller.session) ? nil : device, tablet: nil,
            deviceName: try session.text(1),
            platform: try session.optionalText(3).flatMap { ClientPlatform(rawValue: $0) },
            scope: SessionScope(rawValue: try session.text(4)) ?? .clinic, boundKey: try session.optionalBytes(2),
            needsSecondFactor: shared.rolesWithSecondFactor.contains(membership.role), shown: .session(caller.session))
        var tokens = try await open(new, at: now)
        tokens.others = others
        return tokens
    }
}
