public import JSON

/// A value about a person: a name, a phone number, a note.
///
/// The type marks, from the first event on, what must never reach a log line and what is erased with its subject.
public struct Personal<Value: Sendable & Hashable>: Hashable, Sendable {
    public let value: Value

    public init(_ value: Value) { self.value = value }
}

extension Personal: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "‹personal›" }
    public var debugDescription: String { description }
    /// `dump` and string interpolation of an enclosing value see nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Codec {
    /// The same JSON for a personal value.
    public static func personal<Inner: Hashable>(_ codec: Codec<Inner>) -> Codec where Value == Personal<Inner> {
        codec.map({ Personal($0) }, { $0.value })
    }
}
