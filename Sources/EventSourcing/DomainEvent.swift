public import Identifiers
public import JSON

/// One fact as it is stored: its name, the version of its shape, its codec, and the tags it is found under.
///
/// A stored version never changes. A new shape is a new version, and `upcast` says how the old one reads today.
public protocol EventPayload: Equatable, Sendable {
    static var stored: StoredType { get }
    static var codec: Codec<Self> { get }
    var tags: [Tag] { get }
    /// Whose values those of `Personal` in it are; `nil` where it has none.
    var person: UUIDBytes? { get }

    /// The shape of the version after `version`, from that of `version`; called until `stored.version` is reached.
    ///
    /// - Throws: `UndecodableEvent` where no such version was ever stored.
    static func upcast(_ data: JSONValue, from version: Int) throws(UndecodableEvent) -> JSONValue
}

extension EventPayload {
    public var person: UUIDBytes? { nil }

    public static func upcast(_ data: JSONValue, from version: Int) throws(UndecodableEvent) -> JSONValue {
        throw UndecodableEvent(type: stored.name, version: version, reason: "no upcaster from this version")
    }
}

/// The name and shape version under which a payload stands in the log, such as `appointment-booked` 1.
public struct StoredType: Hashable, Sendable {
    public let name: String
    public let version: Int

    public init(_ name: StaticString, version: Int = 1) {
        self.name = name.description
        self.version = version
    }
}

/// A stored event that the program cannot read. The text holds no value of the event: it may be patient data.
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

/// All facts that a feed can hold, as one enum over the features' payloads.
public protocol DomainEvent: Sendable {
    static var types: EventTypes<Self> { get }
    var payload: any EventPayload { get }
    /// What goes with the event, in the same transaction.
    var erasure: Erasure? { get }
    /// What it says of an event that cannot be read.
    var quarantined: Quarantined? { get }
}

extension DomainEvent {
    public var erasure: Erasure? { nil }
    public var quarantined: Quarantined? { nil }
    public var tags: [Tag] { payload.tags }
}

/// The stored names that a `DomainEvent` knows, each with the way from bytes to the case.
public struct EventTypes<Event: DomainEvent>: Sendable {
    // A result rather than a typed throw: Swift 6.3 crashes on such a closure over a generic payload.
    private typealias Read =
        @Sendable (JSONValue, Int, (any ValueOpener)?) -> Result<Event, UndecodableEvent>

    /// Every type in the order it was declared; golden files are kept for each.
    public private(set) var all: [StoredType] = []
    /// What their JSON looks like, by stored name.
    public private(set) var schemas: [String: Schema] = [:]
    private var readers: [String: Read] = [:]

    public init() {}

    /// The same types and those of one more payload.
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

    /// - Parameter opener: opens what is sealed in it.
    /// - Throws: `UndecodableEvent` for an unknown name, a version from the future, or data that its codec refuses.
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
    /// Whether both are of the same type and hold the same values.
    public func isSame(as other: any EventPayload) -> Bool { (other as? Self).map { $0 == self } ?? false }

    /// The bytes that the log keeps, but for the seals.
    public var plainBytes: [UInt8] { Self.codec.bytes(self) }

    /// The bytes that the log keeps.
    public func storedBytes(sealedBy sealer: any ValueSealer) -> [UInt8] { Self.codec.bytes(self, sealedBy: sealer) }
}
