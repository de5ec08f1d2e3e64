import EventSourcing
import Identifiers
import TemporaryFiles

/// A document with its key, as it is stored in a temporary file: the key's kind in one byte, the key, and the document.
/// A key that is text is preceded by its length in four bytes.
struct SpillRecord {
    let key: DocumentKey
    let document: [UInt8]

    private static let id: UInt8 = 0
    private static let text: UInt8 = 1

    init(key: DocumentKey, document: [UInt8]) {
        self.key = key
        self.document = document
    }

    /// Reads a record from its bytes.
    ///
    /// - Throws: `TemporaryFileFailure` if the bytes are not those of a record.
    init(_ bytes: [UInt8]) throws(TemporaryFileFailure) {
        if bytes.first == Self.id, bytes.count >= 17, let id = UUIDBytes(bytes: bytes[1..<17]) {
            self.init(key: .id(id), document: Array(bytes[17...]))
        } else if bytes.first == Self.text, bytes.count >= 5 {
            let length = Int(bytes[1..<5].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
            guard bytes.count >= 5 + length else { throw Self.malformed }
            self.init(
                key: .text(String(decoding: bytes[5..<(5 + length)], as: UTF8.self)),
                document: Array(bytes[(5 + length)...]))
        } else {
            throw Self.malformed
        }
    }

    var bytes: [UInt8] {
        switch key {
        case .id(let id): return [Self.id] + id.bytes + document
        case .text(let text):
            let utf8 = Array(text.utf8)
            let length = UInt32(clamping: utf8.count)
            return [Self.text] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * UInt32($0))) } + utf8
                + document
        }
    }

    private static var malformed: TemporaryFileFailure {
        TemporaryFileFailure("a document in a temporary file cannot be read")
    }
}
