import Crypto
import Foundation

/// The medication app's data on the device, and the queue of changes to push.
extension MedicationApp {
    enum EntityType: String, CaseIterable { case medication, schedule, doseLog, clinicalAnalysis, prescription }
    enum SyncOperation: String { case create, update, delete }

    /// An entity on the device. Its content is a text in this client.
    struct Entity: Equatable {
        let type: EntityType
        var text: String
        var version: Int64
    }

    /// A change that waits to be pushed.
    struct SyncQueueEntity {
        let id = UUID()
        let entityType: EntityType
        let entityId: UUID
        let operation: SyncOperation
        let encryptedBlob: Data
        var retryCount = 0
        var lastError: String?
    }

    /// Saves an entity on the device, and marks it for the next synchronization.
    func save(_ text: String, as known: UUID? = nil, _ type: EntityType = .medication) throws -> UUID {
        let id = known ?? UUID()
        entities[id] = Entity(type: type, text: text, version: (entities[id]?.version ?? 0) + 1)
        addToSyncQueue(type, id, .update, try encrypt(text))
        return id
    }

    /// Deletes an entity on the device. The queue has an empty blob for it.
    func delete(_ id: UUID) {
        guard let entity = entities.removeValue(forKey: id) else { return }
        addToSyncQueue(entity.type, id, .delete, Data())
    }

    /// Logs a dose. The app saves the log, which puts it in the queue, then puts it in the queue itself, and
    /// synchronizes if it is connected.
    func logDose(_ text: String) async throws -> UUID {
        let id = try save(text, .doseLog)
        await enqueue(.doseLog, id, .create, try encrypt(text))
        return id
    }

    /// Puts a change in the queue, and synchronizes if the app is connected.
    func enqueue(_ type: EntityType, _ id: UUID, _ operation: SyncOperation, _ blob: Data) async {
        addToSyncQueue(type, id, operation, blob)
        if isConnected { await sync() }
    }

    private func addToSyncQueue(_ type: EntityType, _ id: UUID, _ operation: SyncOperation, _ blob: Data) {
        queue.append(SyncQueueEntity(entityType: type, entityId: id, operation: operation, encryptedBlob: blob))
    }

    /// The changes to push. Those that have failed three times wait until `retryFailed`.
    var pendingChanges: [SyncQueueEntity] { queue.filter { $0.retryCount < 3 } }

    /// Removes all changes of an entity from the queue, as the app does: it looks for the entity's id.
    func remove(_ entityId: UUID) { queue.removeAll { $0.entityId == entityId } }

    func fail(_ change: SyncQueueEntity, _ error: String) {
        guard let index = queue.firstIndex(where: { $0.id == change.id }) else { return }
        queue[index].retryCount += 1
        queue[index].lastError = error
    }

    /// Tries the changes again that have failed three times.
    func retryFailed() async {
        for index in queue.indices where queue[index].retryCount >= 3 { queue[index].retryCount = 0 }
        await sync()
    }

    /// Encrypts with AES-GCM: nonce, ciphertext and tag.
    func encrypt(_ text: String) throws -> Data { try AES.GCM.seal(Data(text.utf8), using: key).combined ?? Data() }

    func decrypt(_ blob: Data) throws -> String {
        String(decoding: try AES.GCM.open(try AES.GCM.SealedBox(combined: blob), using: key), as: UTF8.self)
    }
}
