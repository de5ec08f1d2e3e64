public import Identifiers
public import JSON

/// A value about a person: a name, a phone number, a note.
///
/// The type marks, from the first event on, what must never reach a log line, what is sealed in the log, and what is gone
/// when its key is destroyed.
public enum Personal<Value: Sendable & Hashable>: Hashable, Sendable {
    case known(Value)
    /// It was there once.
    case erased

    public init(_ value: Value) { self = .known(value) }

    /// `nil` once it was erased.
    public var value: Value? {
        switch self {
        case .known(let value): value
        case .erased: nil
        }
    }

    /// `nil` for a value that was erased: as if there had never been one.
    public var unlessErased: Personal? { self == .erased ? nil : self }
}

extension Personal: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "‹personal›" }
    public var debugDescription: String { description }
    /// `dump` and string interpolation of an enclosing value see nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a personal value is kept, and so how long. Each person has a key for each, made when it is needed.
public enum Retention: UInt8, CaseIterable, Hashable, Sendable {
    /// Who somebody is and how they are reached: until they are erased.
    case contact = 1
    /// What was the matter and what was done: as long as the law wants treatment to be documented.
    case clinical = 2
    /// What was charged and paid: as long as the law wants books to be kept.
    case financial = 3
}

extension Codec {
    /// The same JSON for a personal value, which is sealed where events are stored.
    ///
    /// - Parameter placeholder: stands in documents for a value that was erased.
    public static func personal<Inner: Hashable>(
        _ retention: Retention, _ codec: Codec<Inner>, placeholder: Inner? = nil
    ) -> Codec where Value == Personal<Inner> {
        .sealed(
            codec, label: retention.rawValue, plain: { Personal($0) }, opened: { Personal($0) }, { $0.value },
            erased: .erased, placeholder: placeholder)
    }
}

/// What an event destroys: the keys of one person's values. What was sealed with them is gone with them, in every copy of
/// the log.
public struct Erasure: Hashable, Sendable {
    public let person: UUIDBytes
    public let retentions: [Retention]

    public init(of person: UUIDBytes, _ retentions: [Retention]) {
        self.person = person
        self.retentions = retentions
    }
}
