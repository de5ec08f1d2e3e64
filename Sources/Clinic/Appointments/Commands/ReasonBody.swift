import EventSourcing
import JSON

/// The body of a request for a step that needs only a reason.
struct ReasonBody: Sendable {
    let reason: Personal<String>

    static let codec = object(
        ReasonBody.init(reason:),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500)).described("Why this is done."))
    ).described("Why a step is taken.").named("Reason")
}
