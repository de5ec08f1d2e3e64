import Identifiers
import Vault

/// A device of a simulated vault. It behaves as the medication app does: it always sends the client version 1.
/// After a conflict, the device keeps the server's content if the versions differ by at most 1, and otherwise asks the
/// person.
struct SimulatedDevice {
    private let session: UUIDBytes
    private let id: UUIDBytes
    /// The version of the vault's feed up to which the device has pulled, as the server knows it.
    private var pulled: Int64 = 0
    /// The version of the vault's feed up to which the device has received the changes.
    private var received: Int64 = 0
    private(set) var contents: [UUIDBytes: [UInt8]] = [:]
    /// The version of each entity that the device knows.
    private var versions: [UUIDBytes: Int64] = [:]
    /// The edits of a device that the server has not acknowledged yet.
    private(set) var edits: [UUIDBytes: [UInt8]] = [:]
    /// The entities with a conflict that the person has to decide after the device's next pull.
    private var undecided: Set<UUIDBytes> = []
    /// The edits in the last push of the device, which the network may deliver a second time.
    private(set) var lastPush: [UUIDBytes: [UInt8]] = [:]
    /// The number of the device's coming steps in which it is offline.
    var stepsOffline = 0

    init(_ number: UInt64) {
        session = UUIDBytes(high: 2, low: number)
        id = UUIDBytes(high: 3, low: number)
    }

    var pushing: PushingDevice { PushingDevice(session: session, device: id, pulled: pulled) }

    /// Whether the device has an entity's current version, because it pulled or pushed that version.
    func has(_ entity: StoredEntity?) -> Bool {
        entity.map { $0.position <= pulled || $0.session == session } ?? true
    }

    mutating func edit(_ entity: UUIDBytes, _ content: [UInt8]) {
        contents[entity] = content
        edits[entity] = content
    }

    mutating func startPush() { lastPush = edits }

    /// Changes the device as the answer to its last push requires.
    mutating func take(_ answer: PushDecision) {
        for accepted in answer.accepted {
            versions[accepted.entity] = accepted.version
            edits[accepted.entity] = nil
            undecided.remove(accepted.entity)
        }
        for rejected in answer.rejected {
            if abs(rejected.version - (versions[rejected.entity] ?? 0)) <= 1 {
                edits[rejected.entity] = nil
                undecided.remove(rejected.entity)
            } else {
                undecided.insert(rejected.entity)
            }
        }
    }

    /// Pulls the changes of a vault.
    ///
    /// - Parameters:
    ///   - answerArrives: whether the device receives the answer.
    ///   - keepsOwn: whether the person keeps the device's content of an entity with a conflict, and not the server's.
    mutating func pull(_ vault: SimulatedVault, answerArrives: Bool, keepsOwn: () -> Bool) {
        let changes = vault.changes(since: received)
        pulled = max(pulled, vault.state.version)
        guard answerArrives else { return }
        for entity in undecided.sorted(by: { $0.low < $1.low }) where !keepsOwn() { edits[entity] = nil }
        undecided = []
        for change in changes {
            versions[change.entity] = change.stored.version
            if edits[change.entity] == nil { contents[change.entity] = change.blob }
        }
        received = vault.state.version
    }
}
