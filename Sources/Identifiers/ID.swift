/// The id of an `Entity`: a UUID with its own type, so that the compiler rejects ids of other entities.
public struct ID<Entity>: Hashable, Comparable, Sendable {
    public let uuid: UUIDBytes

    public init(_ uuid: UUIDBytes) { self.uuid = uuid }

    /// Reads an id in the 36-character form, in either case; `nil` for any other text.
    public init?(_ text: String) { self.init(text[...]) }

    /// Reads an id from a part of a longer text, which must have the 36-character form; `nil` for any other text.
    public init?(_ text: Substring) {
        guard let uuid = UUIDBytes(text) else { return nil }
        self.init(uuid)
    }

    /// Makes a new id, ordered by time (version 7).
    public static func version7(
        milliseconds: Int64, using generator: inout some RandomNumberGenerator
    ) -> ID {
        ID(.version7(milliseconds: milliseconds, using: &generator))
    }

    /// The id in its canonical form, in lower case.
    public var text: String { uuid.text }

    public static func < (left: ID, right: ID) -> Bool { left.uuid < right.uuid }
}

extension ID: CustomStringConvertible {
    public var description: String { text }
}
