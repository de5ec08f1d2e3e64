import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// Decodes a clinic's events. A few actors cause most events, so the decoder caches the metadata that it has decoded.
package struct EventDecoder<Event: DomainEvent> {
    private let clinic: UUIDBytes
    private let keys: PersonalKeys
    private let types = Event.types
    private var actors: [[UInt8]: Actor] = [:]
    /// Person keys that were fetched while the clinic's events were decoded.
    private var fetched: [KeyName: KeyState] = [:]
    /// Person keys that the events' sealed values need and that are neither cached nor fetched yet.
    private var missing: Set<KeyName> = []
    /// The tags whose events' personal values are decrypted; `nil` for all tags.
    private let opening: Set<Tag>?

    /// The number of events to decode before the loop may run other tasks. Decoding them takes about a millisecond.
    private static var eventsBetweenPauses: Int { 64 }

    private init(clinic: UUIDBytes, _ keys: PersonalKeys, opening: Set<Tag>?) {
        self.clinic = clinic
        self.keys = keys
        self.opening = opening
    }

    /// Decodes events as far as they can be read, and leaves out quarantined events.
    ///
    /// - Parameters:
    ///   - stored: the events in the order of their positions.
    ///   - opening: the tags whose events' personal values are decrypted, or `nil` for all. The personal values of
    ///     other events are read as erased, without a key.
    ///   - quarantined: the positions of all quarantined events, if known. Otherwise they are queried when an event
    ///     cannot be read; a quarantined event that this program can read is then left out only if `stored` has the
    ///     event that quarantines it.
    ///   - perform: runs the statements that fetch missing person keys and the positions of quarantined events.
    package static func attempt(
        _ stored: [StoredEvent], of clinic: UUIDBytes, _ keys: PersonalKeys, opening: Set<Tag>? = nil,
        quarantined: Set<Int64>? = nil, _ perform: PersonalKeys.Perform
    ) async throws -> ReadEvents<Event> {
        var read = try await attemptAll(stored, of: clinic, keys, opening: opening, perform)
        var passedOver = quarantined ?? []
        for event in read.events { if let about = event.event.quarantined { passedOver.insert(about.position) } }
        if quarantined == nil, !read.unreadable.isEmpty {
            for row in try await perform([.quarantined(in: clinic)]).joined() {
                passedOver.insert(try row.int64(0))
            }
        }
        read.passOver(passedOver)
        return read
    }

    private static func attemptAll(
        _ stored: [StoredEvent], of clinic: UUIDBytes, _ keys: PersonalKeys, opening: Set<Tag>?,
        _ perform: PersonalKeys.Perform
    ) async throws -> ReadEvents<Event> {
        var decoder = EventDecoder(clinic: clinic, keys, opening: opening)
        var read = ReadEvents<Event>()
        read.events.reserveCapacity(stored.count)
        var left: [Int] = []
        for index in stored.indices {
            if index % Self.eventsBetweenPauses == Self.eventsBetweenPauses - 1 { await Task.yield() }
            if !decoder.read(stored[index], into: &read) { left.append(index) }
        }
        guard !decoder.missing.isEmpty else { return read }
        decoder.fetched = try await keys.fetch(decoder.missing, perform)
        var late = ReadEvents<Event>()
        for (count, index) in left.enumerated() {
            if count % Self.eventsBetweenPauses == Self.eventsBetweenPauses - 1 { await Task.yield() }
            _ = decoder.read(stored[index], into: &late)
        }
        return ReadEvents(events: merged(read.events, late.events), unreadable: late.unreadable)
    }

    /// Merges two lists of events, both in the order of their positions.
    private static func merged(_ many: [Recorded<Event>], _ few: [Recorded<Event>]) -> [Recorded<Event>] {
        var merged: [Recorded<Event>] = []
        merged.reserveCapacity(many.count + few.count)
        var start = many.startIndex
        for event in few {
            let end = many[start...].firstIndex { $0.position > event.position } ?? many.endIndex
            merged += many[start..<end]
            merged.append(event)
            start = end
        }
        return merged + many[start...]
    }

    /// Decodes events, and leaves out quarantined events.
    ///
    /// - Throws: `Unreadable` for the first event that cannot be read.
    package static func decode(
        _ stored: [StoredEvent], of clinic: UUIDBytes, _ keys: PersonalKeys, opening: Set<Tag>? = nil,
        _ perform: PersonalKeys.Perform
    ) async throws -> [Recorded<Event>] {
        let read = try await attempt(stored, of: clinic, keys, opening: opening, perform)
        if let (_, reason) = read.unreadable.first { throw reason }
        return read.events
    }

    /// Decodes one event.
    ///
    /// - Returns: whether the event can be read.
    private mutating func read(_ stored: StoredEvent, into read: inout ReadEvents<Event>) -> Bool {
        do throws(Unreadable) {
            read.events.append(try decode(stored))
            return true
        } catch {
            read.unreadable.append((stored.position, error))
            return false
        }
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
        let event: Event
        do throws(Unreadable) { event = try read(stored, opener) } catch {
            missing.formUnion(opener.missingKeys)
            throw error
        }
        let lacking = opener.missingKeys
        guard lacking.isEmpty else {
            missing.formUnion(lacking)
            throw Unreadable(
                event: place(of: stored), "a key that it was sealed with is not there")
        }
        return event
    }

    private func read(_ stored: StoredEvent, _ opener: any ValueOpener) throws(Unreadable) -> Event {
        do {
            return try types.decode(
                type: stored.type, version: stored.version, data: stored.data, openedBy: opener)
        } catch { throw Unreadable(event: place(of: stored), "\(error)") }
    }

    private func place(of stored: StoredEvent) -> EventPlace {
        EventPlace(clinic: clinic, position: stored.position, type: stored.type)
    }

    private mutating func actor(_ stored: StoredEvent) throws(Unreadable) -> Actor {
        if let actor = actors[stored.metadata] { return actor }
        do {
            let actor = try Actor.storedCodec.decode(parsing: stored.metadata, unknownMembers: .ignored)
            if actors.count >= 1_000 { actors.removeAll(keepingCapacity: true) }
            actors[stored.metadata] = actor
            return actor
        } catch {
            throw Unreadable(event: place(of: stored), "metadata: \(error.pointer): \(error.code)")
        }
    }
}
