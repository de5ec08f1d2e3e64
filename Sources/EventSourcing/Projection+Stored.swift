import JSON

extension Projection {
    /// The row in which a document is stored: key, JSON, the projection's columns, and the person whose personal values
    /// it holds.
    static func row(_ document: Document, _ key: DocumentKey) -> DocumentRow {
        var writer = JSONWriter()
        codec.encode(document, to: &writer)
        return DocumentRow(
            key: key, document: writer.bytes, columns: columns.map { $0.value(document) },
            person: writer.holdsSealable ? person(of: document) : nil)
    }

    /// Reads a document from the projection's table.
    static func document(from bytes: [UInt8]) throws(UndecodableDocument) -> Document {
        do { return try codec.decode(parsing: bytes, unknownMembers: .ignored) } catch {
            throw UndecodableDocument(table: table.name, reason: "\(error.pointer): \(error.code)")
        }
    }
}
