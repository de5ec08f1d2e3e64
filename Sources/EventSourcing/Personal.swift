public import Identifiers
public import JSON

/// A value about a person: a name, a phone number, a note.
///
/// The type marks values that must never reach a log line, that are sealed in the event log, and that are erased when
/// their key is destroyed.
public enum Personal<Value: Sendable & Hashable>: Hashable, Sendable {
    case known(Value)
    /// The personal value existed, but the key that sealed it was destroyed.
    case erased

    public init(_ value: Value) { self = .known(value) }

    /// The plain personal value; `nil` if it was erased.
    public var value: Value? {
        switch self {
        case .known(let value): value
        case .erased: nil
        }
    }

    /// The personal value; `nil` if it was erased, as if it had never existed.
    public var unlessErased: Personal? { self == .erased ? nil : self }
}

extension Personal: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "‹personal›" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` and string interpolation of an enclosing value do not show the value either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The reason why a personal value is kept, which determines for how long. Each person has one key per retention class,
/// created when it is first needed.
public enum Retention: UInt8, CaseIterable, Hashable, Sendable {
    /// Identity and contact details, which are kept until the person is erased.
    case contact = 1
    /// Clinical records, which are kept as long as the law requires treatment to be documented.
    case clinical = 2
    /// Invoices and payments, which are kept as long as the law requires books to be kept.
    case financial = 3
}

extension Codec {
    /// The codec for a personal value, which is sealed in stored events.
    ///
    /// - Parameter placeholder: replaces an erased value in documents.
    public static func personal<Inner: Hashable>(
        _ retention: Retention, _ codec: Codec<Inner>, placeholder: Inner? = nil
    ) -> Codec where Value == Personal<Inner> {
        .sealed(
            codec, label: retention.rawValue, plain: { Personal($0) }, opened: { Personal($0) }, { $0.value },
            erased: .erased, placeholder: placeholder)
    }
}

/// The person keys that an event destroys or seals. Values under a destroyed key can then not be read in any copy of the
/// log. Values under a sealed key are kept and read as erased; only an operator's export opens them.
public struct Erasure: Hashable, Sendable {
    public let person: UUIDBytes
    /// The retention classes of the destroyed keys.
    public let retentions: [Retention]
    /// The retention classes of the sealed keys.
    public let sealed: [Retention]

    public init(of person: UUIDBytes, _ retentions: [Retention] = [], sealing sealed: [Retention] = []) {
        self.person = person
        self.retentions = retentions
        self.sealed = sealed
    }
}
