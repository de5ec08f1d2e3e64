/// A document to print: blocks from top to bottom, on as many A4 pages as they need.
public struct PrintedDocument: Sendable {
    public enum Block: Sendable {
        case title(String)
        case paragraph(String)
        /// A printed text in small type, such as the sender's address.
        case note(String)
        /// Rows of a printed document that each have a name on the left and its value beside it.
        case facts([(name: String, value: String)])
        case table(Table)
        /// A sum on a line of its own in a printed document: its name, and the value at the right margin. A total is in
        /// bold type.
        case sum(String, String, isTotal: Bool)
        /// Empty space between two blocks of a printed document; its height in points.
        case gap(Double)
    }

    public struct Table: Sendable {
        public let columns: [Column]
        /// The rows of a printed table. Each has one text for each column.
        public let rows: [[String]]

        public init(columns: [Column], rows: [[String]]) {
            self.columns = columns
            self.rows = rows
        }
    }

    public struct Column: Sendable {
        public let heading: String
        /// The part of a printed table's width that the column takes, 0 to 1. The parts of all columns add up to 1.
        public let share: Double
        public let isNumber: Bool

        public init(_ heading: String, share: Double, isNumber: Bool = false) {
            self.heading = heading
            self.share = share
            self.isNumber = isNumber
        }
    }

    /// The title in the PDF file's properties.
    public let title: String
    /// The time in the PDF file's properties, as ISO 8601. The same document at the same time gives the same file.
    public let createdAt: String
    public let blocks: [Block]

    public init(title: String, createdAt: String, blocks: [Block]) {
        self.title = title
        self.createdAt = createdAt
        self.blocks = blocks
    }
}

public enum PrintingError: Error, Hashable, Sendable {
    /// The document to print has more rows or more text than one PDF file may have.
    case tooLarge
    /// Cairo could not make the PDF file; the text is cairo's message.
    case failed(String)
}

extension PrintedDocument {
    /// The maximum number of rows of a PDF file. This limit and `mostBytes` keep a document from occupying a core for
    /// long.
    static let mostRows = 2_000
    /// The maximum size of all texts of a PDF file together, in bytes of UTF-8.
    static let mostBytes = 400_000

    var isTooLarge: Bool {
        var (rows, bytes) = (0, 0)
        for block in blocks {
            let texts = block.texts
            rows += block.rowCount
            bytes += texts.reduce(0) { $0 + $1.utf8.count }
        }
        return rows > PrintedDocument.mostRows || bytes > PrintedDocument.mostBytes
    }
}

extension PrintedDocument.Block {
    fileprivate var rowCount: Int {
        switch self {
        case .facts(let facts): facts.count
        case .table(let table): table.rows.count
        case .title, .paragraph, .note, .sum, .gap: 1
        }
    }

    fileprivate var texts: [String] {
        switch self {
        case .title(let text), .paragraph(let text), .note(let text): [text]
        case .facts(let facts): facts.flatMap { [$0.name, $0.value] }
        case .table(let table): table.columns.map(\.heading) + table.rows.flatMap { $0 }
        case .sum(let name, let value, _): [name, value]
        case .gap: []
        }
    }
}
