import Clinic
import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL
import WebhookClient

/// A message of a webhook and what became of it, as admins see it.
struct WebhookDelivery: Sendable {
    enum State: String, CaseIterable, Sendable { case queued, delivered, failed, dropped }

    let id: UUIDBytes
    /// The version of the message, which is one more than the number of attempts to send it.
    let version: Int64
    let type: String
    let position: Int64?
    let state: State
    let attempts: Int
    let status: Int?
    let failure: WebhookOutcome.Failure?
    let created: Instant
    let attempted: Instant?
    let settled: Instant?

    static let codec = object(
        WebhookDelivery.init(
            id:version:type:position:state:attempts:status:failure:created:attempted:settled:),
        field("id", \.id, .uuid.described("The message's id, as the receiver gets it in `webhook-id`.")),
        field("version", \.version, .version),
        field("event_type", \.type, .string(max: 60).described("The type of the event, or `webhook.test`.")),
        optionalField(
            "position", \.position,
            .int64(1...Int64.max).described("The event's position in the clinic's feed; absent for a test.")),
        field(
            "state", \.state,
            .stringEnum.described(
                """
                `queued`: it waits for its first or next attempt. `failed`: a test without success. `dropped`: an admin \
                has skipped it.
                """)),
        field("attempts", \.attempts, .int(0...1_000_000).described("The number of attempts.")),
        optionalField(
            "status", \.status,
            .int(0...999).described("The HTTP status of the last answer; absent if the last attempt got none.")),
        optionalField(
            "failure", \.failure,
            .stringEnum.described(
                """
                Why the last attempt got no answer. `private_address`: the host leads to an address that is not on the public \
                internet, so nothing was sent.
                """)),
        field("created_at", \.created, .instant.described("When the message was added, in UTC.")),
        optionalField("attempted_at", \.attempted, .instant.described("When the last attempt ended, in UTC.")),
        optionalField(
            "settled_at", \.settled, .instant.described("When the message was delivered, failed or dropped, in UTC."))
    ).described("A message of a webhook.").named("WebhookDelivery")

    static let columns: Statement =
        "delivery_id, type, position, state, attempts, status::bigint, failure, created_at, attempted_at, settled_at"

    init(_ row: Row) throws {
        guard let state = State(rawValue: try row.text(3)) else {
            throw PostgresError.protocolViolation("an unknown state of a delivery")
        }
        let attempts = Int(try row.int32(4))
        self.init(
            id: try row.uuid(0), version: Int64(attempts) + 1, type: try row.text(1),
            position: try row.optionalInt64(2),
            state: state, attempts: attempts, status: try row.optionalInt64(5).map { Int($0) },
            failure: try row.optionalText(6).flatMap { WebhookOutcome.Failure(rawValue: $0) },
            created: Instant(try row.timestamp(7)), attempted: try row.optionalTimestamp(8).map { Instant($0) },
            settled: try row.optionalTimestamp(9).map { Instant($0) })
    }

    private init(
        id: UUIDBytes, version: Int64, type: String, position: Int64?, state: State, attempts: Int, status: Int?,
        failure: WebhookOutcome.Failure?, created: Instant, attempted: Instant?, settled: Instant?
    ) {
        self.id = id
        self.version = version
        self.type = type
        self.position = position
        self.state = state
        self.attempts = attempts
        self.status = status
        self.failure = failure
        self.created = created
        self.attempted = attempted
        self.settled = settled
    }
}
