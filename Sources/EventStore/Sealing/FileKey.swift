import Crypto
import EventSourcing
import Foundation
import Identifiers

/// The key of one stored file. It is derived from a person key, a random salt, which begins the stored file, and the
/// file's id. So the key is not stored, and is lost when the person key is destroyed.
///
/// The file is sealed in pieces of `pieceBytes`. The nonce of a piece consists of the piece's number and of whether it
/// is the last piece. So a missing, added, repeated or moved piece cannot be opened (STREAM, Hoang, Reyhanitabar,
/// Rogaway, Vizár 2015). Each key seals one file, so no nonce is used twice.
package struct FileKey: Sendable {
    /// The size of a piece of a file before it is sealed, in bytes; the last piece of a file may be shorter.
    package static let pieceBytes = 64 * 1024
    /// The number of bytes by which sealing makes a piece of a file longer.
    package static let tagBytes = 16
    package static let saltBytes = 32

    private let key: SymmetricKey

    fileprivate init(_ key: SymmetricKey) { self.key = key }

    /// Seals a piece of a file; `nil` if that fails.
    package func seal(_ piece: ArraySlice<UInt8>, number: UInt64, isLast: Bool) -> [UInt8]? {
        let nonce = Self.nonce(number, isLast)
        guard let box = try? AES.GCM.seal(piece, using: key, nonce: AES.GCM.Nonce(data: nonce)),
            let sealed = box.combined?.dropFirst(nonce.count)
        else { return nil }
        return Array(sealed)
    }

    /// Opens a sealed piece of a file; `nil` if it is not the file's piece with the given number.
    package func open(_ sealed: [UInt8], number: UInt64, isLast: Bool) -> [UInt8]? {
        guard sealed.count > Self.tagBytes, let nonce = try? AES.GCM.Nonce(data: Self.nonce(number, isLast)),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce, ciphertext: sealed.dropLast(Self.tagBytes), tag: sealed.suffix(Self.tagBytes)),
            let piece = try? AES.GCM.open(box, using: key)
        else { return nil }
        return Array(piece)
    }

    private static func nonce(_ number: UInt64, _ isLast: Bool) -> [UInt8] {
        [0, 0, 0, isLast ? 1 : 0] + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }

    /// Random bytes for a new file's salt.
    package static func salt() -> [UInt8] { (0..<saltBytes).map { _ in UInt8.random(in: 0...255) } }
}

extension PersonKey {
    func fileKey(of file: UUIDBytes, salt: [UInt8]) -> FileKey {
        FileKey(derivedKey(salt: salt, usage: Array("chairside file 1 ".utf8) + file.bytes))
    }
}

/// The reason why the content of a file cannot be sealed or opened.
package enum FileKeyMissing: Error, Hashable, Sendable {
    /// The person key was destroyed or sealed: the file's content is erased, or kept and not given out.
    case destroyed
    /// The person key from which the file's key is derived cannot be used on this server, or does not exist.
    case unusable
}

extension PersonalKeys {
    /// The key of a stored file, derived from a person's key.
    ///
    /// - Parameters:
    ///   - name: the name of the person key.
    ///   - isNew: whether the file is being stored, so that the person key is created if there is none.
    ///   - perform: sends statements to PostgreSQL.
    /// - Throws: `FileKeyMissing`, or an error of PostgreSQL.
    package func fileKey(
        of file: UUIDBytes, salt: [UInt8], of name: KeyName, isNew: Bool, _ perform: Perform
    ) async throws -> FileKey {
        var state = atHand(name)
        if state == nil, isNew {
            guard try await obtain([name], perform).isEmpty else { throw FileKeyMissing.unusable }
            state = atHand(name)
        }
        if state == nil { state = try await fetch([name], perform)[name] }
        switch state {
        case .key(let key): return key.fileKey(of: file, salt: salt)
        case .destroyed, .sealed: throw FileKeyMissing.destroyed
        case .notUnwrapped, nil: throw FileKeyMissing.unusable
        }
    }
}

extension KeyName {
    /// The name of the person key that seals a person's values of the given retention class.
    package init(clinic: UUIDBytes, person: UUIDBytes, retention: Retention) {
        self.init(clinic: clinic, person: person, retention: retention.rawValue)
    }
}
