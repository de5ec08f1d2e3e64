import Endpoints
import EventSourcing
import Identifiers
import JSON

/// The body of a check-in. A client that was offline sends the id and the instant that it has stored, and may send the
/// person's id as it is in a stored check-in.
struct CheckInBody: Sendable {
    let id: ID<CheckIn>?
    let source: CheckInSource
    let timestamp: Instant?
    let userID: UUIDBytes?
    let user: UUIDBytes?

    static let empty = CheckInBody(id: nil, source: .manual, timestamp: nil, userID: nil, user: nil)

    static let codec = object(
        CheckInBody.init(id:source:timestamp:userID:user:),
        optionalField(
            "id", \.id,
            .id().described(
                """
                The id that the client gave to the check-in, a random UUID; absent: the server makes one. The same id \
                again is the same check-in.
                """)),
        field("source", \.source, .checkInSource, default: .manual),
        optionalField(
            "timestamp", \.timestamp,
            .instant.described(
                """
                When the person checked in, by the client's clock; absent: now. At most \
                \(RecordCheckIn.oldest / 86_400) days ago. An instant ahead of the server's clock by up to a day counts as now.
                """)),
        optionalField(
            "userID", \.userID,
            .uuid.described(
                """
                The caller's id, as in a check-in that the client has stored: `subject_id` or `account_id`. The id of a \
                record that was merged into the caller's record is the caller's too.
                """)),
        optionalField("user_id", \.user, .uuid.described("The same as `userID`."))
    ).described("A check-in.").named("CheckInDraft")

    /// The person's ids in this check-in that are not the caller's. They may be those of records that were merged into the
    /// caller's record, which the decision finds out.
    func otherOwners(than caller: Caller<PatientOrPerson>) -> [NamedOwner] {
        [("userID", userID), ("user_id", user)].compactMap { member, id in
            guard let id, id != caller.subject, id != caller.account else { return nil }
            return NamedOwner(member: member, id: ID(id))
        }
    }
}

extension Codec where Value == CheckInSource {
    static var checkInSource: Codec {
        .stringEnum.described("How the patient checked in: `manual` (in the app), `notification`, `widget` or `watch`.")
    }
}

extension RecoveryAPI {
    static let recordCheckIn = Endpoint<ClinicAction>(
        .post, "/api/v1/check-ins", id: "recordCheckIn", summary: "Check in",
        details: """
            The next check-in is due one interval later. If no plan of check-ins is running, the check-in begins one, with \
            the intervals that the person saved last, or with 24 hours and 2 hours. A check-in that was made offline keeps \
            its `id` and `timestamp`; its answer says in `told_at` when the server was told. A locked session may check in, \
            and so may one for background work.
            """,
        tag: tag, for: PatientOrPerson.self, evenLocked: true, evenInBackground: true,
        takes: .optionalBody(CheckInBody.codec),
        answers: [.made(CheckInDocument.codec, "The check-in, with its time")],
        problems: [.notFound, .checkInsErased, .checkInIDTaken], idempotency: .accepted
    ) { caller, body in
        let body = body ?? .empty
        let named = body.otherOwners(than: caller)
        return .creation { newID in
            let id: ID<CheckIn> = body.id ?? newID()
            return ClinicCommand(
                RecordCheckIn(
                    id, of: CheckInOwner(caller), source: body.source, made: body.timestamp, isNamed: body.id != nil,
                    namedOwners: named, beginning: newID()),
                answer: DocumentAnswer(CheckIns.self, DocumentKey(id)))
        }
    }
}
