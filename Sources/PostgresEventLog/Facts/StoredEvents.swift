import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// An event as it stands in the log.
struct StoredEvent: Sendable {
    let position: Int64
    let type: String
    let version: Int
    let data: [UInt8]
    let metadata: [UInt8]
    let recordedAt: Instant

    /// - Parameter row: whatever comes first, then position, type, schema version, data, metadata, recorded at.
    init(_ row: Row) throws(PostgresError) {
        position = try row.int64(1)
        type = try row.text(2)
        version = Int(try row.int64(3))
        data = try row.bytes(4)
        metadata = try row.bytes(5)
        recordedAt = Instant(secondsSince1970: try row.timestamp(6).microsecondsSince1970 / 1_000_000)
    }
}

/// Decodes a clinic's events. The same few people cause most of them, so what their metadata says is kept.
struct EventDecoder<Event: DomainEvent> {
    private let clinic: UUIDBytes
    private let keys: PersonalKeys
    private var actors: [[UInt8]: Actor] = [:]
    /// Keys that were fetched on the way.
    private var fetched: [KeyName: KeyState] = [:]
    /// Keys that a reading lacked.
    private var missing: Set<KeyName> = []
    /// `nil`: under all.
    private let opening: Set<Tag>?

    private init(clinic: UUIDBytes, _ keys: PersonalKeys, opening: Set<Tag>?) {
        self.clinic = clinic
        self.keys = keys
        self.opening = opening
    }

    /// - Parameters:
    ///   - opening: the tags under which personal values are of interest; elsewhere they are read as erased, and take no
    ///     key. `nil`: all are opened.
    ///   - perform: for the keys that are not at hand: asked for once, all together.
    static func attempt(
        _ stored: [StoredEvent], of clinic: UUIDBytes, _ keys: PersonalKeys, opening: Set<Tag>? = nil,
        _ perform: PersonalKeys.Perform
    ) async throws -> [Result<Recorded<Event>, Unreadable>] {
        var decoder = EventDecoder(clinic: clinic, keys, opening: opening)
        var events: [Result<Recorded<Event>, Unreadable>] = []
        events.reserveCapacity(stored.count)
        for event in stored { events.append(decoder.read(event)) }
        guard !decoder.missing.isEmpty else { return events }
        decoder.fetched = try await keys.fetch(decoder.missing, perform)
        for index in events.indices {
            if case .failure = events[index] { events[index] = decoder.read(stored[index]) }
        }
        return events
    }

    /// - Throws: `Unreadable` for the first event that cannot be read.
    static func decode(
        _ stored: [StoredEvent], of clinic: UUIDBytes, _ keys: PersonalKeys, opening: Set<Tag>? = nil,
        _ perform: PersonalKeys.Perform
    ) async throws -> [Recorded<Event>] {
        try await attempt(stored, of: clinic, keys, opening: opening, perform).map { try $0.get() }
    }

    private mutating func read(_ stored: StoredEvent) -> Result<Recorded<Event>, Unreadable> {
        Result { () throws(Unreadable) in try decode(stored) }
    }

    private mutating func decode(_ stored: StoredEvent) throws(Unreadable) -> Recorded<Event> {
        Recorded(
            clinic: clinic, position: stored.position, event: try event(stored), recordedAt: stored.recordedAt,
            actor: try actor(stored))
    }

    private mutating func event(_ stored: StoredEvent) throws(Unreadable) -> Event {
        if let opening {
            let event = try read(stored, PassingOver.seals)
            if event.tags.noticed.allSatisfy({ !opening.contains($0) }) { return event }
        }
        let opener = EventOpener(clinic: clinic, type: stored.type, keys: keys, fetched: fetched)
        defer { missing.formUnion(opener.missingKeys) }
        let event = try read(stored, opener)
        guard opener.missingKeys.isEmpty else {
            throw Unreadable("event \(stored.position) of clinic \(clinic): a key that it was sealed with is not there")
        }
        return event
    }

    private func read(_ stored: StoredEvent, _ opener: any ValueOpener) throws(Unreadable) -> Event {
        do {
            return try Event.types.decode(
                type: stored.type, version: stored.version, data: stored.data, openedBy: opener)
        } catch { throw Unreadable("event \(stored.position) of clinic \(clinic): \(error)") }
    }

    private mutating func actor(_ stored: StoredEvent) throws(Unreadable) -> Actor {
        if let actor = actors[stored.metadata] { return actor }
        do {
            let actor = try Actor.codec.decode(parsing: stored.metadata, unknownMembers: .ignored)
            if actors.count >= 1_000 { actors.removeAll(keepingCapacity: true) }
            actors[stored.metadata] = actor
            return actor
        } catch {
            throw Unreadable(
                "metadata of event \(stored.position) of clinic \(clinic): \(error.pointer): \(error.code)")
        }
    }
}

extension Actor {
    fileprivate static let codec: Codec<Actor> = object(
        Actor.init, optionalField("account", \.account, .uuid), field("role", \.role, .string(max: 100)))

    /// As an event's metadata keeps it.
    var storedBytes: [UInt8] { Actor.codec.bytes(self) }
}
