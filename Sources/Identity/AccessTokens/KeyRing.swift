import EventLoop
import Synchronization

/// The signing keys of a process. They are read from the folder of keys, where keys may be added and removed while the
/// process runs.
///
/// An access token with an unknown key may come from another server that has already loaded a new key. So the folder is
/// then read again, at a limited rate. A new key can therefore sign immediately.
final class KeyRing: Sendable {
    private struct State {
        var keys: SigningKeys
        var lookedAt: ContinuousClock.Instant?
    }

    private let state: Mutex<State>
    private let folder: KeyFolder?
    private let changes = Atomic<Int>(0)
    /// The thread that reads the folder of the signing keys, so that no loop is blocked.
    private let reader: WorkerPool?
    private static let pause = Duration.seconds(5)

    init(_ keys: SigningKeys, folder: KeyFolder?) {
        state = Mutex(State(keys: keys))
        self.folder = folder
        reader = folder == nil ? nil : try? WorkerPool(threads: 1, queueLimit: 8, name: "keys")
    }

    var keys: SigningKeys { state.withLock { $0.keys } }

    /// The number of changes of the signing keys so far.
    @inline(__always)
    var change: Int { changes.load(ordering: .acquiring) }

    func close() { reader?.close() }

    /// Reads the folder of the signing keys again.
    ///
    /// - Returns: the names of the keys, if they have changed.
    func reload() async throws -> [String]? {
        guard let folder, let reader else { return nil }
        let names: [String]
        do { names = try await reader.run { Result { try folder.signingKeyNames() } }.get() } catch is WorkerPoolFull {
            return nil  // The process stops, or already reads the folder of the signing keys.
        }
        guard names != keys.names else { return nil }
        let fresh = try await folder.loadSigningKeys()
        state.withLock { $0.keys = fresh }
        changes.add(1, ordering: .releasing)
        return fresh.names
    }

    /// Verifies an access token.
    ///
    /// - Returns: `nil` if the token is not valid, or its key is not in the folder or was not read yet.
    func verify(_ token: ArraySlice<UInt8>) async -> AccessClaims? {
        switch await keys.verify(token) {
        case .claims(let claims): return claims
        case .invalid: return nil
        case .unknownKey: break
        }
        guard mayLook(), let _ = try? await reload(), case .claims(let claims) = await keys.verify(token) else {
            return nil
        }
        return claims
    }

    private func mayLook() -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in
            if let last = state.lookedAt, now < last.advanced(by: Self.pause) { return false }
            state.lookedAt = now
            return true
        }
    }
}
