import EventSourcing
import JSON

/// The JSON body of a request that sends only a reason, such as the request to undo a step of an appointment.
struct ReasonBody: Sendable {
    let reason: Personal<String>

    static let codec = object(
        ReasonBody.init(reason:),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500)).described("Why this is done."))
    ).described("Why a step is taken.").named("Reason")
}
