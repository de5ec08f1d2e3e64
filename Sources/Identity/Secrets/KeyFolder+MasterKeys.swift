import Foundation

/// The master keys, which wrap person keys. The key whose name sorts last wraps new person keys. Every key unwraps the
/// person keys that it has wrapped.
extension KeyFolder {
    private static let bytes = 32

    /// The master keys by name.
    ///
    /// - Throws: `Unusable`, with the path that must be corrected.
    public func masterKeys() throws -> [String: [UInt8]] {
        var keys: [String: [UInt8]] = [:]
        for name in try masterKeyNames() {
            let file = masterKeyPath(name)
            let key = [UInt8](try read(file))
            guard key.count == Self.bytes else { throw Unusable.malformed(file) }
            keys[name] = key
        }
        return keys
    }

    public func masterKeyNames() throws -> [String] { try names(from: "master-", to: ".key") }

    /// Creates a master key that sorts after the existing ones.
    ///
    /// - Parameter day: the key's name, to which a number is added if it does not sort last.
    /// - Returns: the key's name.
    public func addMasterKey(named day: String) throws -> String {
        let taken = try masterKeyNames()
        var name = day
        var number = 1
        while let last = taken.last, name <= last {
            number += 1
            name = "\(max(day, String(last.prefix(day.count))))-\(number)"
            if number > 1_000 { throw Unusable.unwritable(masterKeyPath(name)) }
        }
        try write(Data(randomBytes(Self.bytes)), to: masterKeyPath(name))
        return name
    }

    /// Deletes a master key. The caller must have checked that no person key is wrapped with it.
    public func removeMasterKey(named name: String) throws {
        do { try FileManager.default.removeItem(atPath: masterKeyPath(name)) } catch {
            throw Unusable.unwritable(masterKeyPath(name))
        }
    }

    private func masterKeyPath(_ name: String) -> String { "\(path)/master-\(name).key" }
}
