import EventSourcing
import Identifiers
import JSON
import Synchronization

/// Seals the personal values of one event with the cached keys, and reports missing keys.
final class EventSealer: ValueSealer {
    /// The reason why a command's event cannot be sealed and stored.
    enum Obstacle: Error, Sendable {
        case missing(KeyName)
        /// The person key that a personal value of the event needs was destroyed.
        case destroyed(KeyName)
        /// The event has personal values and names no person whose key could seal them.
        case nobodys
        /// The event's bytes cannot be decoded, or decode as another event.
        case notReadable(UndecodableEvent)
    }

    private let clinic: UUIDBytes
    private let person: UUIDBytes?
    private let type: String
    private let keys: PersonalKeys
    private let obstacle = Mutex<Obstacle?>(nil)
    private let used = Mutex<Set<SealingKey>>([])
    /// Whether a value was sealed with a sealed key, so that no reader will open it.
    private let isUnderSeal = Mutex(false)

    private init(clinic: UUIDBytes, person: UUIDBytes?, type: String, keys: PersonalKeys) {
        self.clinic = clinic
        self.person = person
        self.type = type
        self.keys = keys
    }

    func seal(_ plain: [UInt8], label: UInt8) -> [UInt8]? {
        guard let person else { return fail(.nobodys) }
        let name = KeyName(clinic: clinic, person: person, retention: label)
        switch keys.atHand(name) {
        case .key(let key), .sealed(let key):
            if case .sealed = keys.atHand(name) { isUnderSeal.withLock { $0 = true } }
            used.withLock { _ = $0.insert(SealingKey(name: name, made: key.made)) }
            return key.seal(plain, as: SealContext(name: name, type: type))
        case .destroyed: return fail(.destroyed(name))
        case .notUnwrapped, nil: return fail(.missing(name))
        }
    }

    private func fail(_ what: Obstacle) -> [UInt8]? {
        obstacle.withLock { $0 = $0 ?? what }
        return nil
    }

    /// The bytes that the log stores for an event, the person keys with which its personal values were sealed, and
    /// whether one of these keys is sealed.
    static func bytes(
        of payload: some EventPayload, in clinic: UUIDBytes, _ keys: PersonalKeys
    ) throws(Obstacle) -> (bytes: [UInt8], keys: Set<SealingKey>, isUnderSeal: Bool) {
        let sealer = EventSealer(
            clinic: clinic, person: payload.person, type: Swift.type(of: payload).stored.name, keys: keys)
        let bytes = payload.storedBytes(sealedBy: sealer)
        if let obstacle = sealer.obstacle.withLock({ $0 }) { throw obstacle }
        return (bytes, sealer.used.withLock { $0 }, sealer.isUnderSeal.withLock { $0 })
    }

    /// Checks that bytes decode to the event that they encode. An appended event is permanent, and an unreadable one
    /// would block everything that depends on it.
    ///
    /// - Parameter isUnderSeal: whether the event has values under a sealed key.
    /// - Returns: the event as every reader will read it, if it has values under a sealed key; otherwise `nil`.
    static func readBack<Event: DomainEvent>(
        _ bytes: [UInt8], as payload: some EventPayload, of types: EventTypes<Event>, in clinic: UUIDBytes,
        _ keys: PersonalKeys, isUnderSeal: Bool = false
    ) throws(Obstacle) -> Event? {
        let stored = Swift.type(of: payload).stored
        func decode(_ opener: EventOpener) throws(Obstacle) -> Event {
            do throws(UndecodableEvent) {
                return try types.decode(type: stored.name, version: stored.version, data: bytes, openedBy: opener)
            } catch { throw .notReadable(error) }
        }
        let opener = EventOpener(clinic: clinic, type: stored.name, keys: keys, fetched: [:], opensSealed: isUnderSeal)
        let read = try decode(opener)
        // A person key that sealed the event may have been evicted from the cache or destroyed since the event was
        // sealed. The caller fetches it again.
        if let missing = opener.missingKeys.first { throw .missing(missing) }
        guard payload.isSame(as: read.payload) else {
            throw .notReadable(
                UndecodableEvent(
                    type: stored.name, version: stored.version, reason: "it would be read as another event"))
        }
        guard isUnderSeal else { return nil }
        return try decode(EventOpener(clinic: clinic, type: stored.name, keys: keys, fetched: [:]))
    }
}
