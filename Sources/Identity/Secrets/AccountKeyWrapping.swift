public import Identifiers

/// Encrypts the keys of accounts with a key that is derived from the server's pepper. So somebody who has only the
/// database cannot decrypt the data of an account.
public struct AccountKeyWrapping: Sendable {
    private let pepper: Pepper

    init(_ pepper: Pepper) { self.pepper = pepper }

    /// Encrypts the key of an account. The result is bound to the account.
    public func wrap(_ key: [UInt8], of account: UUIDBytes) throws -> [UInt8] {
        try pepper.seal("account-key", key, for: account.bytes)
    }

    /// Decrypts the key of an account; `nil` if it was encrypted for another account or by servers with another pepper.
    public func unwrap(_ wrapped: [UInt8], of account: UUIDBytes) -> [UInt8]? {
        pepper.open("account-key", wrapped, for: account.bytes)
    }
}

extension IdentityShared {
    /// Encrypts and decrypts the keys of accounts.
    public var accountKeys: AccountKeyWrapping { AccountKeyWrapping(pepper) }
}
