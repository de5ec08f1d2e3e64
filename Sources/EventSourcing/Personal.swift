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

extension Codec where Value: Hashable {
    /// The same codec for a personal value.
    public var personal: Codec<Personal<Value>> { map({ Personal($0) }, { $0.value }) }
}
