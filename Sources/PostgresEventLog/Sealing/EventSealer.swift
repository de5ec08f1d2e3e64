import EventSourcing
import Identifiers
import JSON
import Synchronization

/// Seals what is personal in one event with the keys at hand, and notes those that are not.
final class EventSealer: ValueSealer {
    /// Why an event cannot be written as it is.
    enum Obstacle: Error, Sendable {
        case missing(KeyName)
        /// The person's values of this kind are not to be known any more.
        case destroyed
        /// The event has personal values and does not say whose.
        case nobodys
    }

    private let clinic: UUIDBytes
    private let person: UUIDBytes?
    private let type: String
    private let keys: PersonalKeys
    private let obstacle = Mutex<Obstacle?>(nil)

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
        case .key(let key): return key.seal(plain, as: SealContext(name: name, type: type))
        case .destroyed: return fail(.destroyed)
        case .notUnwrapped, nil: return fail(.missing(name))
        }
    }

    private func fail(_ what: Obstacle) -> [UInt8]? {
        obstacle.withLock { $0 = $0 ?? what }
        return nil
    }

    /// The bytes that the log keeps of an event.
    static func bytes(
        of payload: some EventPayload, in clinic: UUIDBytes, _ keys: PersonalKeys
    ) throws(Obstacle) -> [UInt8] {
        let sealer = EventSealer(
            clinic: clinic, person: payload.person, type: Swift.type(of: payload).stored.name, keys: keys)
        let bytes = payload.storedBytes(sealedBy: sealer)
        if let obstacle = sealer.obstacle.withLock({ $0 }) { throw obstacle }
        return bytes
    }
}
