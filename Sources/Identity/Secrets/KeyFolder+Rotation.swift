public import EventSourcing
import Foundation

/// Functions that add and retire signing keys. Running servers detect changes within half a minute, or immediately
/// after a SIGHUP.
extension KeyFolder {
    public struct SigningKey: Hashable, Sendable {
        public let name: String
        public let madeAt: Instant
        /// Whether new access tokens are signed with this signing key. The other keys only verify.
        public let signs: Bool
    }

    public func signingKeys() throws -> [SigningKey] {
        let names = try signingKeyNames()
        return try names.map { name in
            let attributes = try FileManager.default.attributesOfItem(atPath: file(of: name))
            let date = attributes[.modificationDate] as? Date ?? .distantPast
            return SigningKey(
                name: name, madeAt: Instant(secondsSince1970: Int64(date.timeIntervalSince1970)),
                signs: name == names.last)
        }
    }

    /// Creates a signing key that signs as soon as a server has detected it. The other keys still verify.
    ///
    /// - Parameter name: the key's name. `nil` names the key after the present day, or after the present second if the
    ///   day does not sort after the other names.
    /// - Returns: the key's name.
    /// - Throws: `Unusable` if the name does not sort last, so that another key would continue to sign.
    public func add(named name: String?, at now: Instant) throws -> String {
        let new = try Self.newName(name, after: signingKeyNames(), at: now)
        try makeSigningKey(new)
        return new
    }

    /// The name of a new key in the folder. It must sort after the names of the existing keys of the same use.
    static func newName(_ name: String?, after names: [String], at now: Instant) throws -> String {
        let newest = names.last ?? ""
        let (day, second) = (String(now.rfc3339.prefix(10)), now.rfc3339.filter { $0 != ":" })
        let new = name ?? (day > newest ? day : second)
        guard isName(new) else { throw Unusable.badName(new) }
        guard !names.contains(new) else { throw Unusable.taken(new) }
        guard new > newest else { throw Unusable.notNewest(new, newest: newest) }
        return new
    }

    /// Deletes a signing key. Access tokens that the key signed are refused from then on.
    ///
    /// - Parameter atOnce: whether to delete the key even if its tokens may not have expired yet, for example after a
    ///   theft.
    /// - Throws: `Unusable` if there is no such key, if the key still signs, or, without `atOnce`, if its tokens may
    ///   not have expired.
    public func retire(_ name: String, atOnce: Bool, at now: Instant) throws {
        let keys = try signingKeys()
        guard keys.contains(where: { $0.name == name }) else { throw Unusable.noSuchKey(name) }
        guard let newest = keys.last, newest.name != name else { throw Unusable.signs(name) }
        // The older signing key may have signed access tokens after the newest key was added, until every server had
        // detected the newest key. That takes at most a minute.
        let end = newest.madeAt.adding(seconds: Identity.accessTokenLifetime + 60)
        guard atOnce || end <= now else { throw Unusable.stillNeeded(name, seconds: end.seconds(since: now)) }
        try FileManager.default.removeItem(atPath: file(of: name))
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && !text.hasPrefix(".")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
