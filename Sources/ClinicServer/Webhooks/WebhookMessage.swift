import Crypto
import Clinic
import EventSourcing
import Identifiers
import JSON

/// A message of a webhook: what happened, when, and to which entities. It has ids, and no other data of a patient.
struct WebhookMessage: Sendable {
    struct Entity: Hashable, Sendable {
        let kind: String
        let id: UUIDBytes

        static let codec = object(
            Entity.init(kind:id:), field("kind", \.kind, .string(max: 40)), field("id", \.id, .uuid))
    }

    let id: UUIDBytes
    let type: String
    let clinic: UUIDBytes
    let webhook: UUIDBytes
    /// The position, in the clinic's feed, of the event that the message tells of; `nil` for a test message.
    let position: Int64?
    let occurred: Instant
    let entities: [Entity]

    static let entitiesCodec = Codec<[Entity]>.array(Entity.codec)

    static let codec = object(
        WebhookMessage.init(id:type:clinic:webhook:position:occurred:entities:),
        field("id", \.id, .uuid), field("type", \.type, .string(max: 60)), field("clinic_id", \.clinic, .uuid),
        field("webhook_id", \.webhook, .uuid),
        optionalField("position", \.position, .int64(1...Int64.max)), field("occurred_at", \.occurred, .instant),
        field("entities", \.entities, entitiesCodec))

    /// The entities that the event of a webhook's message is about.
    static func entities(of event: ClinicEvent) -> [Entity] {
        event.references.ids.map { name, id in
            let name = name.description
            return Entity(kind: name.hasSuffix("_id") ? String(name.dropLast(3)) : name, id: id)
        }
    }

    /// The id of the message about the event at a position. It is the same in each attempt and on each server.
    static func id(of position: Int64, for webhook: UUIDBytes) -> UUIDBytes {
        UUIDBytes(SHA256.hash(data: Array("webhook \(webhook.text) \(position)".utf8)))
    }
}
