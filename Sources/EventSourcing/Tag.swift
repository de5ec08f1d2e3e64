public import Identifiers

/// What an event is about, and so what a decision may depend on: `appointment:018f…`, `doctor-day:018f…:2026-11-23`.
///
/// Tags are the log's one consistency boundary. An event carries every tag under which somebody must notice it.
public struct Tag: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// A tag as it stands in the log.
    public init(stored text: String) { self.text = text }

    /// The one thing of its kind in a clinic, such as its settings.
    public init(_ kind: StaticString) { text = kind.description }

    public init<Entity>(_ kind: StaticString, _ id: ID<Entity>) { text = Tag.text(kind, id.uuid) }

    public init<Entity>(_ kind: StaticString, _ id: ID<Entity>, on date: CivilDate) {
        text = Tag.text(kind, id.uuid, date)
    }

    /// Asked for many times in every command, so it is put together in one piece.
    private static func text(_ kind: StaticString, _ id: UUIDBytes, _ date: CivilDate? = nil) -> String {
        var text = DigitWriter(capacity: 80)
        text.bytes(of: kind)
        text.byte(UInt8(ascii: ":"))
        text.uuid(id)
        if let date {
            text.byte(UInt8(ascii: ":"))
            text.date(date)
        }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    public var description: String { text }
}
