import Crypto

/// The digest of a record that is not an event. It equals the one that the function `digest_of` of the schema computes,
/// and is computed here, since a verification must run no function of the database that it checks.
///
/// The digest is SHA-256 of the values as PostgreSQL writes an array of texts: `{a,"b c",NULL}`. So no two lists of values
/// have the same digest.
package enum RecordDigest {
    package static func of(_ parts: [String?]) -> [UInt8] { Array(SHA256.hash(data: Array(array(parts).utf8))) }

    /// The digits of bytes, as PostgreSQL's `encode(…, 'hex')` writes them.
    package static func hex(_ bytes: [UInt8]) -> String { Hex.encode(bytes) }

    /// An array of texts in PostgreSQL's notation (PostgreSQL manual, "Array Input and Output Syntax").
    static func array(_ parts: [String?]) -> String {
        "{" + parts.map { $0.map(quoted) ?? "NULL" }.joined(separator: ",") + "}"
    }

    private static func quoted(_ text: String) -> String {
        let isNull = text.utf8.count == 4 && text.lowercased() == "null"
        guard text.isEmpty || isNull || text.utf8.contains(where: needsQuotes) else { return text }
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func needsQuotes(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","),
            UInt8(ascii: " "), 9...13:
            true
        default: false
        }
    }
}
