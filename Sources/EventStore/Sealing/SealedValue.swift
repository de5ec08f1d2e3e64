import Foundation
import Identifiers

/// A sealed value as it is stored in the log: base64 of a version number for this layout, the retention class, the id
/// of the person, and then nonce, ciphertext and tag.
///
/// A sealed value names its own key, so that the keys of many events can be fetched together before the events are
/// decoded.
struct SealedValue: Sendable {
    let name: KeyName
    /// The nonce, ciphertext and tag of AES-GCM of a sealed value.
    let combined: [UInt8]

    private static let version: UInt8 = 1
    private static let head = 18

    init(name: KeyName, combined: [UInt8]) {
        self.name = name
        self.combined = combined
    }

    init?(_ text: ArraySlice<UInt8>, in clinic: UUIDBytes) {
        guard let data = Data(base64Encoded: Data(text)), data.count > Self.head else { return nil }
        let bytes = Array(data)
        guard bytes[0] == Self.version, let person = UUIDBytes(bytes: bytes[2..<Self.head]) else { return nil }
        name = KeyName(clinic: clinic, person: person, retention: bytes[1])
        combined = Array(bytes[Self.head...])
    }

    var text: [UInt8] {
        Array(Data([Self.version, name.retention] + name.person.bytes + combined).base64EncodedData())
    }
}

/// The key name and event type that a sealed value is bound to. The value cannot be decrypted under another name or
/// type.
struct SealContext {
    let name: KeyName
    /// The stored name of the type of the event that contains the sealed value.
    let type: String

    var bytes: [UInt8] { name.bytes + Array(type.utf8) }
}
