import Clinic
import Endpoints
import Identifiers
import JSON
import PostgresClient

/// Writes rows of documents as one JSON answer. The bytes of each document are copied unchanged, unless the query
/// converts documents to an `AnswerForm`, or marks them as outdated.
struct RowRendering {
    let members: [StaticString]
    let form: AnswerForm?
    /// The number of columns at the end of each row that are not part of the answer.
    let hiddenColumns: Int
    let outdated: DocumentQuery.Outdated?

    init(_ query: DocumentQuery) {
        members = query.members
        outdated = query.outdated
        form = query.form
        hiddenColumns =
            switch query.shows {
            case .inLastColumn, .withLastColumn: 1
            case .nobodys, .only: 0
            }
    }

    /// Appends a row of a query to the answer as one JSON value.
    func append(_ row: Row, to bytes: inout [UInt8]) throws(PostgresError) {
        if members.isEmpty { return try append(row, 0, to: &bytes) }
        bytes.append(UInt8(ascii: "{"))
        for (column, name) in members.enumerated() {
            if column > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: name.description.utf8)
            bytes.append(UInt8(ascii: "\""))
            bytes.append(UInt8(ascii: ":"))
            try append(row, column, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private func append(_ row: Row, _ column: Int, to bytes: inout [UInt8]) throws(PostgresError) {
        if try row.isNull(column) {
            bytes.append(contentsOf: "null".utf8)
        } else if column == 0, let outdated, try row.bool(outdated.mark) {
            bytes.append(contentsOf: outdated.renewed(try row.bytes(0)))
        } else if let form {
            bytes += try convert(row.bytes(column), form)
        } else {
            try row.appendBytes(column, to: &bytes)
        }
    }

    private func convert(_ document: [UInt8], _ form: AnswerForm) throws(PostgresError) -> [UInt8] {
        do { return try form.answer(document) } catch {
            throw .protocolViolation("a document cannot be read: \(error.pointer) \(error.code)")
        }
    }

    /// The number of bytes of converted documents after which the rendering pauses, so that the loop can run its other
    /// tasks.
    private static let bytesBetweenPauses = 32 * 1024

    /// The JSON of a followed list's changes: `{"version":…,"complete":…,"items":[…],"removed":[…]}`.
    ///
    /// - Parameter touched: the ids of the appointments or messages that may have changed, if the client's user may see
    ///   the data of their patients; `nil` if the rows are the whole list.
    func changes(
        _ rows: Rows, limit: Int, touched: [UUIDBytes]?, version: String
    ) async throws(PostgresError) -> [UInt8] {
        var bytes = Array(#"{"version":"\#(version)","complete":\#(touched == nil),"items":["#.utf8)
        var removed = Set(touched ?? [])
        for (index, row) in rows.prefix(limit).enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            try append(row, to: &bytes)
            // The first column of a row of a followed list is the document of an appointment or a message, which begins
            // with `{"id":"` and the id.
            if touched != nil,
                let id = UUIDBytes(String(decoding: try row.bytes(0).dropFirst(7).prefix(36), as: UTF8.self))
            {
                removed.remove(id)
            }
        }
        let gone = (touched ?? []).filter { removed.contains($0) }.map { "\"\($0.text)\"" }
        bytes.append(contentsOf: "],\"removed\":[\(gone.joined(separator: ","))]}".utf8)
        return bytes
    }

    /// The JSON of a followed list in which nothing has changed.
    static func noChanges(version: String) -> [UInt8] {
        Array(#"{"version":"\#(version)","complete":false,"items":[],"removed":[]}"#.utf8)
    }

    /// The JSON of a page: `{"items":[…],"next_cursor":…,"has_more":…}`. If `rows` has more than `limit` rows, the rows
    /// beyond the limit are left out, and `has_more` is true.
    func page(_ rows: Rows, limit: Int, cursorColumns: Int) async throws(PostgresError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64 + min(rows.count, limit) * 320)
        bytes.append(contentsOf: #"{"items":["#.utf8)
        let shown = min(rows.count, limit)
        var lastPause = 0
        for index in 0..<shown {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            try append(rows[index], to: &bytes)
            if form != nil, bytes.count - lastPause > Self.bytesBetweenPauses {
                lastPause = bytes.count
                await Task.yield()
            }
        }
        bytes.append(contentsOf: #"],"next_cursor":"#.utf8)
        if rows.count > limit, shown > 0, cursorColumns > 0 {
            let last = rows[shown - 1]
            var values: [String] = []
            let end = last.columns - hiddenColumns
            for column in (end - cursorColumns)..<end { values.append(try last.text(column)) }
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: Cursor(values).text.utf8)
            bytes.append(contentsOf: #"","has_more":true}"#.utf8)
        } else {
            bytes.append(contentsOf: #"null,"has_more":false}"#.utf8)
        }
        return bytes
    }
}
