import Clinic
import EventSourcing
import Identifiers
import JSON

/// The answer to a booking request of a person without an account.
struct PublicRequestAnswer: Sendable {
    let id: UUIDBytes
    let expiresAt: Instant

    static let codec = object(
        PublicRequestAnswer.init(id:expiresAt:),
        field("request_id", \.id, .uuid.described("The id of the request, for its confirmation.")),
        field(
            "expires_at", \.expiresAt,
            .instant.described("Until when (exclusive) the request can be confirmed, in UTC."))
    ).described("A booking request that waits for its code.").named("PublicRequestAnswer")
}

/// The confirmation of a booking request. It can name another time than the one that was requested.
struct ConfirmationBody: Sendable {
    let code: String
    let start: Instant?
    let doctor: ID<StaffMember>?

    static let codec = object(
        ConfirmationBody.init(code:start:doctor:),
        field("code", \.code, .string(1...20).described("The code from the mail.")),
        optionalField(
            "start", \.start,
            .instant.described(
                "Another time than the requested one, if that is not free any more. Absent: the requested one.")),
        optionalField(
            "doctor_id", \.doctor,
            .id().described("The wanted doctor of another time; absent: any. It counts only beside `start`."))
    ).described("The confirmation of a booking request.").named("PublicConfirmation")
}
