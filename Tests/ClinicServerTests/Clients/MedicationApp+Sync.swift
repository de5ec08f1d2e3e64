import Foundation

/// The medication app's synchronization: one push for each pending change, then a pull if the server has a higher version.
extension MedicationApp {
    enum SyncState: Equatable {
        case idle, offline, failed
        case completed(SyncResult)
    }

    struct SyncResult: Equatable {
        var uploaded = 0
        var downloaded = 0
        /// The conflicts that the app could not resolve.
        var conflicts: [SyncConflict] = []
        var errors: [SyncError] = []
    }

    struct SyncConflict: Equatable {
        let entityId: UUID
        let localVersion: Int64
        let serverVersion: Int64
        let localData: Data
    }

    enum SyncError: Error, Equatable {
        case conflict(SyncConflict)
        case rejected(String)
        case decryptionFailed
    }

    func sync() async {
        guard isConnected else {
            state = .offline
            return
        }
        do { state = .completed(try await synchronize()) } catch { state = .failed }
    }

    private func synchronize() async throws -> SyncResult {
        let pending = pendingChanges
        let (serverVersion, localVersion) = (try await getServerVersion(), lastSyncVersion)
        var result = SyncResult()
        var conflicts: [SyncConflict] = []
        for change in pending {
            do {
                try await push(change)
                result.uploaded += 1
            } catch let error as SyncError {
                if case .conflict(let conflict) = error {
                    conflicts.append(conflict)
                } else {
                    result.errors.append(error)
                }
            }
        }
        if serverVersion > localVersion {
            for change in try await pull(since: localVersion) {
                do {
                    try apply(change)
                    result.downloaded += 1
                } catch { result.errors.append(error) }
            }
        }
        // The app resolves simple conflicts by keeping what the server has, which the pull has brought.
        for conflict in conflicts where canAutoResolve(conflict) { remove(conflict.entityId) }
        result.conflicts = conflicts.filter { !canAutoResolve($0) }
        return result
    }

    private func getServerVersion() async throws -> Int64 {
        switch question {
        case .emptyPush: try await request(.syncPush(blobs: []), as: PushResponse.self).serverVersion
        case .pull:
            try await request(
                .syncPull(sinceVersion: lastSyncVersion, deviceId: deviceId), as: PullResponse.self
            ).serverVersion
        }
    }

    private func push(_ change: SyncQueueEntity) async throws {
        let blob = SyncBlobDTO(
            entityId: change.entityId, entityType: change.entityType.rawValue, encryptedBlob: change.encryptedBlob,
            clientVersion: 1, isDeleted: change.operation == .delete)
        let answer: PushResponse
        do { answer = try await request(.syncPush(blobs: [blob]), as: PushResponse.self) } catch {
            fail(change, "\(error)")
            throw error
        }
        guard let rejected = answer.rejected.first else { return remove(change.entityId) }
        fail(change, rejected.reason)
        guard rejected.reason == "conflict" else { throw SyncError.rejected(rejected.reason) }
        throw SyncError.conflict(
            SyncConflict(
                entityId: change.entityId, localVersion: entities[change.entityId]?.version ?? 0,
                serverVersion: rejected.serverVersion, localData: change.encryptedBlob))
    }

    private func pull(since version: Int64) async throws -> [SyncBlobDTO] {
        var (changes, version): ([SyncBlobDTO], Int64) = ([], version)
        while true {
            let page = try await request(.syncPull(sinceVersion: version, deviceId: deviceId), as: PullResponse.self)
            changes += page.blobs
            version = page.serverVersion
            if !page.hasMore { break }
        }
        lastSyncVersion = version
        return changes
    }

    private func apply(_ change: SyncBlobDTO) throws(SyncError) {
        guard !change.isDeleted else {
            entities[change.entityId] = nil
            return
        }
        guard let type = EntityType(rawValue: change.entityType), let text = try? decrypt(change.encryptedBlob) else {
            throw .decryptionFailed
        }
        entities[change.entityId] = Entity(type: type, text: text, version: change.clientVersion)
    }

    private func canAutoResolve(_ conflict: SyncConflict) -> Bool {
        abs(conflict.serverVersion - conflict.localVersion) <= 1
    }
}
