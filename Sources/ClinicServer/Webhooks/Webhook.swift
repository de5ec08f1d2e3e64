import Clinic
import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// A clinic's webhook, as its admins see it.
struct Webhook: Sendable {
    enum State: String, CaseIterable, Sendable { case active, paused, disabled }

    /// The reasons why the server stops the deliveries to a webhook.
    enum DisabledReason: String, CaseIterable, Sendable {
        /// No attempt to send a message of the webhook has succeeded for three days.
        case unanswered
        /// The receiver answered 410: it wants no more messages.
        case gone
    }

    let id: UUIDBytes
    let version: Int64
    let url: String
    let eventTypes: [WebhookEventType]
    let state: State
    let disabledReason: DisabledReason?
    let failingSince: Instant?
    let created: Instant
    let changed: Instant

    static let codec = object(
        Webhook.init(id:version:url:eventTypes:state:disabledReason:failingSince:created:changed:),
        field("id", \.id, .uuid.described("The webhook's id.")),
        field("version", \.version, .version),
        field("url", \.url, urlCodec),
        field("event_types", \.eventTypes, eventTypesCodec),
        field(
            "state", \.state,
            .stringEnum.described("`disabled`: the server has stopped the deliveries. An admin can resume them.")),
        optionalField(
            "disabled_reason", \.disabledReason,
            .stringEnum.described(
                "`unanswered`: no delivery has succeeded for three days. `gone`: the receiver answered 410.")),
        optionalField(
            "failing_since", \.failingSince,
            .instant.described("When deliveries began to fail, in UTC; absent if the last one succeeded.")),
        field("created_at", \.created, .instant.described("When it was registered, in UTC.")),
        field("updated_at", \.changed, .instant.described("When an admin changed it last, in UTC."))
    ).described("A URL that gets a message for each event of some types.").named("Webhook")

    static let urlCodec = Codec<String>.string(1...1_000).described(
        "The receiver's URL: `https`, port 443 or 8443, without user name, on the public internet.")
    static let eventTypesCodec = Codec<[WebhookEventType]>.array(WebhookEventType.codec, 1...100).described(
        "The types of events of which the receiver is told.")

    /// The columns from which `init(_:)` reads a webhook.
    static let columns: Statement =
        "webhook_id, version, url, array_to_string(event_types, ' '), state, disabled_reason, failing_since, created_at, changed_at"

    init(_ row: Row) throws {
        guard let state = State(rawValue: try row.text(4)) else {
            throw PostgresError.protocolViolation("an unknown state of a webhook")
        }
        self.init(
            id: try row.uuid(0), version: try row.int64(1), url: try row.text(2),
            eventTypes: try row.text(3).split(separator: " ").compactMap { WebhookEventType(rawValue: String($0)) },
            state: state,
            disabledReason: try row.optionalText(5).flatMap { DisabledReason(rawValue: $0) },
            failingSince: try row.optionalTimestamp(6).map { Instant($0) }, created: Instant(try row.timestamp(7)),
            changed: Instant(try row.timestamp(8)))
    }

    private init(
        id: UUIDBytes, version: Int64, url: String, eventTypes: [WebhookEventType], state: State,
        disabledReason: DisabledReason?, failingSince: Instant?, created: Instant, changed: Instant
    ) {
        self.id = id
        self.version = version
        self.url = url
        self.eventTypes = eventTypes
        self.state = state
        self.disabledReason = disabledReason
        self.failingSince = failingSince
        self.created = created
        self.changed = changed
    }
}

/// The parts of a webhook that an admin sets.
struct WebhookDraft: Sendable {
    let url: String
    let eventTypes: [WebhookEventType]

    static let codec = object(
        WebhookDraft.init(url:eventTypes:),
        field("url", \.url, Webhook.urlCodec), field("event_types", \.eventTypes, Webhook.eventTypesCodec)
    ).described("The URL of a webhook and the types of its events.").named("WebhookDraft")
}

extension Instant {
    /// The instant of a timestamp, without the fraction of its second.
    init(_ timestamp: Timestamp) {
        self.init(secondsSince1970: timestamp.microsecondsSince1970 / 1_000_000)
    }
}
