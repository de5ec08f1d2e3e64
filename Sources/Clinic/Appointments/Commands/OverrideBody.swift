import Endpoints
import EventSourcing
import JSON

/// The member `override` of request bodies: the wish to break rules of booking, with a reason.
struct OverrideBody: Sendable {
    let reason: Personal<String>

    static let codec = object(
        OverrideBody.init(reason:),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500)).described("Why the rules are broken."))
    ).described("The permission to break rules of booking, with a reason.").named("Override")

    /// The codec of the member `override`, for the codecs of request bodies.
    static let member = codec.described(
        "Break rules of booking, with a reason; absent: keep them. For the roles that the clinic permits this.")

    /// The wish of a member of staff to break rules of booking; `nil` for a patient.
    func wish(of principal: Principal) -> OverrideWish? {
        StaffRole(rawValue: principal.role.rawValue).map { OverrideWish(reason: reason, role: $0) }
    }
}

extension Problem.Kind {
    static let overrideNotAllowed = Problem.Kind(
        "override-not-allowed", 403, "Your role may not break the rules of booking",
        means: "The clinic permits overrides to the roles in `desk.override_roles` of its booking rules.",
        remedy: "Ask somebody with such a role, or book without `override`.")
}
