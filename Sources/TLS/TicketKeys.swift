import COpenSSL
import Glibc
import Synchronization

/// The keys that encrypt TLS session tickets. They stay the same when the certificate changes, so that clients can
/// resume sessions after the change. A new key is made after half a day, so a stolen key decrypts only the tickets of a
/// limited time.
final class TicketKeys: Sendable {
    struct Key {
        let name: [UInt8]
        let cipher: [UInt8]
        let mac: [UInt8]
        let madeAt: Int64

        init(at now: Int64) {
            var random = SystemRandomNumberGenerator()
            func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: .min ... .max, using: &random) } }
            name = bytes(16)
            cipher = bytes(32)
            mac = bytes(32)
            madeAt = now
        }
    }

    /// The time in seconds for which a key encrypts new TLS session tickets, and for which a session can be resumed.
    static let period: Int64 = 12 * 3_600

    /// The keys for TLS session tickets, the newest first.
    private let keys = Mutex<[Key]>([])

    /// The key that encrypts new TLS session tickets now. Earlier keys still decrypt tickets for as long as sessions
    /// can be resumed.
    func current(at now: Int64) -> Key {
        keys.withLock { keys in
            if let first = keys.first, now - first.madeAt < Self.period { return first }
            keys.removeAll { now - $0.madeAt >= 2 * Self.period }
            keys.insert(Key(at: now), at: 0)
            return keys[0]
        }
    }

    /// The key for TLS session tickets that has the given name, and whether it is the newest one; `nil` if there is
    /// none.
    func key(named name: [UInt8]) -> (key: Key, isCurrent: Bool)? {
        keys.withLock { keys in
            guard let index = keys.firstIndex(where: { $0.name == name }) else { return nil }
            return (keys[index], index == 0)
        }
    }

    /// Gives OpenSSL the key with which it encrypts or decrypts a session ticket. Returns 0 if there is no key, so that
    /// a full handshake follows; 1 if there is one; 2 if OpenSSL must also issue a new ticket; and -1 on failure.
    func prepare(
        _ name: UnsafeMutablePointer<UInt8>, _ iv: UnsafeMutablePointer<UInt8>, _ cipher: OpaquePointer,
        _ mac: OpaquePointer, sealing: Bool
    ) -> Int32 {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        let current = current(at: Int64(now.tv_sec))
        if sealing {
            unsafe name.update(from: current.name, count: 16)
            guard unsafe RAND_bytes(iv, 16) == 1 else { return -1 }
            return unsafe Self.set(current, cipher, mac, iv, sealing: true) ? 1 : -1
        }
        guard let found = key(named: unsafe Array(UnsafeBufferPointer(start: name, count: 16))) else { return 0 }
        guard unsafe Self.set(found.key, cipher, mac, iv, sealing: false) else { return -1 }
        return found.isCurrent ? 1 : 2
    }

    private static func set(
        _ key: Key, _ cipher: OpaquePointer, _ mac: OpaquePointer, _ iv: UnsafeMutablePointer<UInt8>, sealing: Bool
    ) -> Bool {
        var macKey = key.mac
        return unsafe chairside_ticket_keys(cipher, mac, key.cipher, &macKey, iv, sealing ? 1 : 0) == 1
    }
}
