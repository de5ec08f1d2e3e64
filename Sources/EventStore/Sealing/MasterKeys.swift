import Crypto
import Foundation
import Synchronization

/// The master keys, which wrap person keys. They are kept outside of the database, so that its content alone reveals no
/// personal value.
///
/// The master key whose name sorts last wraps new person keys. Every master key unwraps the person keys that it has
/// wrapped. So a new master key is introduced by adding it.
public final class MasterKeys: Sendable {
    private struct Keys {
        var all: [String: SymmetricKey] = [:]
        var active = ""
    }

    private let keys: Mutex<Keys>
    private let source: @Sendable () throws -> [String: [UInt8]]

    /// Reads the master keys.
    ///
    /// - Parameter source: returns the keys by name, 32 bytes each. It is called again if a name is unknown.
    /// - Throws: the error of `source`.
    public init(from source: @escaping @Sendable () throws -> [String: [UInt8]]) throws {
        self.source = source
        keys = Mutex(Keys())
        try read()
    }

    private func read() throws {
        let named = try source()
        keys.withLock { keys in
            keys.all = named.mapValues { SymmetricKey(data: $0) }
            keys.active = named.keys.max() ?? ""
        }
    }

    /// The name of the master key that wraps new person keys.
    public var active: String { keys.withLock { $0.active } }

    /// Wraps a person key.
    ///
    /// - Returns: `nil` if there is no master key.
    func wrap(_ key: [UInt8], for name: KeyName) -> (wrapped: [UInt8], master: String)? {
        let (active, master) = keys.withLock { ($0.active, $0.all[$0.active]) }
        guard let master, let box = try? AES.GCM.seal(key, using: master, authenticating: name.bytes),
            let combined = box.combined
        else { return nil }
        return (Array(combined), active)
    }

    /// Unwraps a person key.
    ///
    /// - Returns: `nil` if the server does not have the master key, or if this master key did not wrap the person key
    ///   for the given key name.
    func unwrap(_ wrapped: [UInt8], master: String, for name: KeyName) -> [UInt8]? {
        guard let key = key(master), let box = try? AES.GCM.SealedBox(combined: wrapped),
            let plain = try? AES.GCM.open(box, using: key, authenticating: name.bytes)
        else { return nil }
        return Array(plain)
    }

    /// Returns the master key with the given name. If the name is unknown, the keys are read again, since another
    /// process may have added a key.
    private func key(_ name: String) -> SymmetricKey? {
        if let key = keys.withLock({ $0.all[name] }) { return key }
        try? read()
        return keys.withLock { $0.all[name] }
    }
}
