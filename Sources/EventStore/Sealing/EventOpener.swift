import Identifiers
import JSON
import Synchronization

/// Opens the sealed values of one event with person keys that are cached or were fetched. If a key is missing, its
/// values are read as erased, and the key is added to `missingKeys`. The decoded event must not be used then.
final class EventOpener: ValueOpener {
    private let clinic: UUIDBytes
    private let type: String
    private let keys: PersonalKeys
    private let fetched: [KeyName: KeyState]
    private let opensSealed: Bool
    private let missing = Mutex<Set<KeyName>>([])

    /// Creates the opener, which decrypts the sealed values of one event.
    ///
    /// - Parameters:
    ///   - fetched: the person keys that were fetched for this event and others, whether they are cached or not.
    ///   - opensSealed: whether sealed keys open values, to check an event that is to be appended.
    init(
        clinic: UUIDBytes, type: String, keys: PersonalKeys, fetched: [KeyName: KeyState], opensSealed: Bool = false
    ) {
        self.opensSealed = opensSealed
        self.clinic = clinic
        self.type = type
        self.keys = keys
        self.fetched = fetched
    }

    /// The person keys that are needed to open the event's sealed values, and are neither cached nor fetched.
    var missingKeys: Set<KeyName> { missing.withLock { $0 } }

    func open(_ sealed: ArraySlice<UInt8>) -> OpenedValue {
        guard let value = SealedValue(sealed, in: clinic) else { return .unreadable("not_a_seal") }
        switch fetched[value.name] ?? keys.atHand(value.name) {
        case .key(let key): return key.open(value, type: type).map { .plain($0) } ?? .unreadable("not_authentic")
        case .sealed(let key) where opensSealed:
            return key.open(value, type: type).map { .plain($0) } ?? .unreadable("not_authentic")
        case .destroyed, .sealed: return .erased
        case .notUnwrapped: return .unreadable("key_not_unwrapped")
        case nil:
            missing.withLock { _ = $0.insert(value.name) }
            return .erased
        }
    }
}

/// Reads all sealed values as erased, for states that need no personal values.
final class PassingOver: ValueOpener {
    static let seals = PassingOver()

    func open(_ sealed: ArraySlice<UInt8>) -> OpenedValue { .erased }
}
