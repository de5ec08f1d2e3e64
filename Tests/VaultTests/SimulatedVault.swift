import Identifiers
import Vault

/// The server's side of a simulated vault: it keeps in memory what the database would store.
struct SimulatedVault {
    private(set) var state = VaultState()
    private(set) var entities: [UUIDBytes: StoredEntity] = [:]
    private(set) var contents: [UUIDBytes: [UInt8]] = [:]
    /// Every blob that the vault ever stored or rejected because of a conflict, by entity.
    private(set) var kept: [UUIDBytes: Set<[UInt8]>] = [:]
    var limits = VaultLimits()

    mutating func push(_ chunk: [CheckedBlob], of device: PushingDevice) -> PushDecision {
        let decision = PushDecision(chunk, of: device, on: state, entities, limits)
        for change in decision.changes {
            entities[change.blob.entity] = change.stored
            contents[change.blob.entity] = change.blob.blob
            kept[change.blob.entity, default: []].insert(change.blob.blob ?? [])
        }
        for lost in decision.lost { kept[lost.blob.entity, default: []].insert(lost.blob.blob ?? []) }
        state = decision.state
        return decision
    }

    /// The changes in a vault after a version of the vault's feed, in order.
    func changes(since version: Int64) -> [(entity: UUIDBytes, stored: StoredEntity, blob: [UInt8])] {
        entities.filter { $0.value.position > version }.sorted { $0.value.position < $1.value.position }
            .map { ($0.key, $0.value, contents[$0.key] ?? []) }
    }
}

extension CheckedBlob {
    /// A blob as the medication app pushes it: always with the client version 1.
    static func pushed(
        _ entity: UUIDBytes, _ bytes: [UInt8], type: String = "medication", version: Int64 = 1, deleted: Bool = false
    ) -> CheckedBlob {
        CheckedBlob(
            entity: entity, type: type, base64: base64(deleted ? [] : bytes), clientVersion: version, isDeleted: deleted
        )
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let word = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for place in 0..<4 {
                text.append(place <= part.count ? digits[word >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
