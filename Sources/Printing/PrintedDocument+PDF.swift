extension PrintedDocument {
    /// The document as a PDF file: A4, with embedded fonts and text that can be selected.
    ///
    /// Drawing takes some milliseconds a page, so do not call this on the thread of an event loop.
    public func pdf() throws(PrintingError) -> [UInt8] {
        guard !isTooLarge else { throw .tooLarge }
        var page = try PageFlow(title: title, createdAt: createdAt)
        for block in blocks { page.add(block) }
        return try page.finish()
    }
}

/// Draws the parts of a PDF document (titles, paragraphs, tables) below each other, and begins a new page if a row or a
/// line of text does not fit on the page.
private struct PageFlow {
    // ISO 216 A4: 210 × 297 mm, in points of 1/72 inch.
    private static let width = 595.28
    private static let height = 841.89
    private static let margin = 56.0
    private static let footer = 30.0
    private static let gapBetweenColumns = 8.0

    private let canvas: PDFCanvas
    private var y = PageFlow.margin
    private var pages = 1

    private var textWidth: Double { Self.width - 2 * Self.margin }
    private var bottom: Double { Self.height - Self.margin - Self.footer }

    init(title: String, createdAt: String) throws(PrintingError) {
        canvas = try PDFCanvas(width: Self.width, height: Self.height, title: title, createdAt: createdAt)
    }

    mutating func add(_ block: PrintedDocument.Block) {
        switch block {
        case .title(let text): addText(text, .title, after: 8)
        case .paragraph(let text): addText(text, .body, after: 4)
        case .note(let text): addText(text, .small, after: 4)
        case .facts(let facts):
            for fact in facts { addRow([(fact.name, 0.25, false, .strong), (fact.value, 0.75, false, .body)]) }
            y += 6
        case .table(let table): addTable(table)
        case .sum(let name, let value, let isTotal):
            let style: TypeStyle = isTotal ? .strong : .body
            addRow([("", 0.45, false, style), (name, 0.33, false, style), (value, 0.22, true, style)])
        case .gap(let points): y += points
        }
    }

    consuming func finish() throws(PrintingError) -> [UInt8] {
        endPage()
        return try canvas.finish()
    }

    private func endPage() {
        canvas.draw(
            "\(pages)", .small, x: Self.margin, y: Self.height - Self.margin, width: textWidth, isRight: true)
        canvas.endPage()
    }

    /// Begins a new page of the PDF file, unless `height` points are left on the present page or nothing is on it yet.
    ///
    /// - Returns: whether a new page was begun.
    @discardableResult
    private mutating func makeRoom(_ height: Double) -> Bool {
        guard y + height > bottom, y > Self.margin else { return false }
        endPage()
        pages += 1
        y = Self.margin
        return true
    }

    private mutating func addText(_ text: String, _ style: TypeStyle, after gap: Double) {
        // If a text does not fit on the rest of a printed page, it is divided at one of its line breaks.
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            makeRoom(canvas.height(of: String(line), style, width: textWidth))
            y += canvas.draw(String(line), style, x: Self.margin, y: y, width: textWidth)
        }
        y += gap
    }

    private typealias Cell = (text: String, share: Double, isRight: Bool, style: TypeStyle)

    private func height(of cells: [Cell]) -> Double {
        cells.reduce(0) { max($0, canvas.height(of: $1.text, $1.style, width: width(of: $1))) }
    }

    private func width(of cell: Cell) -> Double { max(10, cell.share * textWidth - Self.gapBetweenColumns) }

    private mutating func addRow(_ cells: [Cell]) {
        makeRoom(height(of: cells))
        draw(cells)
    }

    private mutating func draw(_ cells: [Cell]) {
        var x = Self.margin
        var lowest = y
        for cell in cells {
            // A right-aligned cell in the last column of a printed table has the column's full width, so that its text
            // ends at the margin. Between other columns there is a gap.
            let isLast = x + cell.share * textWidth > Self.margin + textWidth - 1
            let width = cell.isRight && isLast ? cell.share * textWidth : width(of: cell)
            lowest = max(
                lowest, y + canvas.draw(cell.text, cell.style, x: x, y: y, width: width, isRight: cell.isRight))
            x += cell.share * textWidth
        }
        y = lowest + 3
    }

    private mutating func addTable(_ table: PrintedDocument.Table) {
        func cells(_ texts: [String], _ style: TypeStyle) -> [Cell] {
            zip(table.columns, texts).map { ($1, $0.share, $0.isNumber, style) }
        }
        let headings = cells(table.columns.map(\.heading), .strong)
        func addHeadings(_ page: inout PageFlow) {
            page.draw(headings)
            page.canvas.rule(x: PageFlow.margin, y: page.y, width: page.textWidth)
            page.y += 4
        }
        makeRoom(height(of: headings) + 30)
        addHeadings(&self)
        for row in table.rows {
            let cells = cells(row, .body)
            if makeRoom(height(of: cells)) { addHeadings(&self) }
            draw(cells)
        }
        canvas.rule(x: Self.margin, y: y, width: textWidth)
        y += 6
    }
}
