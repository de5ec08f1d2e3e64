public import Identifiers
public import JSON

/// The payload of one event: its stored name, the version of its schema, its codec, and its tags.
///
/// A stored version never changes. A new schema is a new version, and `upcast` converts the old one.
public protocol EventPayload: Equatable, Sendable {
    static var stored: StoredType { get }
    static var codec: Codec<Self> { get }
    var tags: [Tag] { get }
    /// The person whose `Personal` values are in the payload; `nil` if it has none.
    var person: UUIDBytes? { get }

    /// Converts the JSON of `version` to that of the next version; called until `stored.version` is reached.
    ///
    /// - Throws: `UndecodableEvent` if no such version was ever stored.
    static func upcast(_ data: JSONValue, from version: Int) throws(UndecodableEvent) -> JSONValue
}

extension EventPayload {
    public var person: UUIDBytes? { nil }

    public static func upcast(_ data: JSONValue, from version: Int) throws(UndecodableEvent) -> JSONValue {
        throw UndecodableEvent(type: stored.name, version: version, reason: "no upcaster from this version")
    }
}

/// The name and schema version under which a payload is stored, such as `appointment-booked` 1.
public struct StoredType: Hashable, Sendable {
    public let name: String
    public let version: Int

    public init(_ name: StaticString, version: Int = 1) {
        self.name = name.description
        self.version = version
    }
}

/// The error that the program cannot read a stored event. The error's description contains no value of the event, since
/// that may be patient data.
public struct UndecodableEvent: Error, Sendable, CustomStringConvertible {
    public let type: String
    public let version: Int
    public let reason: String

    public init(type: String, version: Int, reason: String) {
        self.type = type
        self.version = version
        self.reason = reason
    }

    public var description: String { "\(type) version \(version): \(reason)" }
}

/// All events of the application, as one enum over the features' payloads.
public protocol DomainEvent: Sendable {
    static var types: EventTypes<Self> { get }
    var payload: any EventPayload { get }
    /// The person keys that are destroyed in the event's transaction; `nil` if there are none.
    var erasure: Erasure? { get }
    /// The unreadable event that this event quarantines; `nil` if it quarantines none.
    var quarantined: Quarantined? { get }
}

extension DomainEvent {
    public var erasure: Erasure? { nil }
    public var quarantined: Quarantined? { nil }
    public var tags: [Tag] { payload.tags }
}

/// The stored names of a `DomainEvent`, each with the decoder of its payload.
public struct EventTypes<Event: DomainEvent>: Sendable {
    // The closure that decodes a payload returns a `Result` instead of throwing a typed error, because Swift 6.3
    // crashes on such a closure over a generic payload.
    private typealias Read =
        @Sendable (JSONValue, Int, (any ValueOpener)?) -> Result<Event, UndecodableEvent>

    /// Every stored type of event, in the order of declaration. Each type has golden files, which are stored examples
    /// that never change (`fixtures/events`).
    public private(set) var all: [StoredType] = []
    /// The schemas of the payloads' JSON, by stored name.
    public private(set) var schemas: [String: Schema] = [:]
    private var readers: [String: Read] = [:]

    public init() {}

    /// Returns the given event types and one more, whose payload has the given type.
    public func with<Payload: EventPayload>(
        _ payload: Payload.Type, _ make: @escaping @Sendable (Payload) -> Event
    ) -> EventTypes {
        precondition(readers[Payload.stored.name] == nil, "two payloads share the stored name \(Payload.stored.name)")
        var extended = self
        extended.all.append(Payload.stored)
        let codec = Payload.codec
        extended.schemas[Payload.stored.name] = codec.schema
        extended.readers[Payload.stored.name] = { data, version, opener in
            do throws(UndecodableEvent) {
                return .success(make(try Payload.read(data, by: codec, version: version, openedBy: opener)))
            } catch { return .failure(error) }
        }
        return extended
    }

    /// Decodes a stored event.
    ///
    /// - Parameter opener: decrypts sealed values.
    /// - Throws: `UndecodableEvent` for an unknown name, a later version, or data that the codec refuses.
    public func decode(
        type: String, version: Int, data: [UInt8], openedBy opener: (any ValueOpener)? = nil
    ) throws(UndecodableEvent) -> Event {
        guard let read = readers[type] else {
            throw UndecodableEvent(type: type, version: version, reason: "unknown type")
        }
        let value: JSONValue
        do { value = try JSONValue(parsing: data, limits: .stored) } catch {
            throw UndecodableEvent(type: type, version: version, reason: "not JSON")
        }
        return try read(value, version, opener).get()
    }
}

extension EventPayload {
    fileprivate static func read(
        _ data: JSONValue, by codec: Codec<Self>, version: Int, openedBy opener: (any ValueOpener)?
    ) throws(UndecodableEvent) -> Self {
        guard (1...stored.version).contains(version) else {
            throw UndecodableEvent(type: stored.name, version: version, reason: "known up to \(stored.version)")
        }
        var data = data
        for old in version..<stored.version { data = try upcast(data, from: old) }
        do { return try codec.decode(data, unknownMembers: .ignored, openedBy: opener) } catch {
            throw UndecodableEvent(type: stored.name, version: version, reason: "\(error.pointer): \(error.code)")
        }
    }
}

extension EventPayload {
    /// Whether two payloads have the same type and values.
    public func isSame(as other: any EventPayload) -> Bool { (other as? Self).map { $0 == self } ?? false }

    /// The payload's bytes as the log would store them if it sealed no personal values.
    public var plainBytes: [UInt8] { Self.codec.bytes(self) }

    /// The payload's bytes as the log stores them, with sealed personal values.
    public func storedBytes(sealedBy sealer: any ValueSealer) -> [UInt8] { Self.codec.bytes(self, sealedBy: sealer) }
}
