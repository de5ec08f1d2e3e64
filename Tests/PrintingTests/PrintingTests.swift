import Foundation
import Printing
import Testing

@Suite struct PrintingTests {
    private func page(_ blocks: PrintedDocument.Block...) -> PrintedDocument {
        PrintedDocument(title: "Invoice", createdAt: "2026-11-23T11:00:00Z", blocks: blocks)
    }

    private func table(rows: Int) -> PrintedDocument.Block {
        .table(
            .init(
                columns: [.init("Description", share: 0.7), .init("Amount", share: 0.3, isNumber: true)],
                rows: (1...rows).map { ["Filling \($0)", "\($0).00"] }))
    }

    @Test(arguments: ["François Çelik", "Erdős Győző", "李子", "Łukasz Żółć", "Ελένη", "Анна", "Müller & <Söhne>"])
    func `text of many scripts can be selected`(_ name: String) throws {
        let text = try PDFReader(page(.paragraph(name)).pdf()).text()
        // A text file of PDF may have another form of the same letters.
        #expect(text.precomposedStringWithCompatibilityMapping.contains(name), "\(text)")
    }

    @Test func `all fonts are embedded`() throws {
        let fonts = try PDFReader(page(.title("Invoice"), .paragraph("Erdős 李子 Ελένη")).pdf()).fonts()
        #expect(fonts.count >= 3, "\(fonts)")
        // Name, type, encoding, emb, sub, uni: the last three are followed by the object's two numbers.
        for font in fonts { #expect(font.suffix(5).prefix(3) == ["yes", "yes", "yes"], "\(font)") }
    }

    @Test func `a long table is continued on further pages with its headings`() throws {
        let reader = try PDFReader(page(table(rows: 150)).pdf())
        let pages = try reader.text().split(separator: "\u{c}")
        #expect(pages.count >= 3)
        for (index, page) in pages.enumerated() where !page.allSatisfy(\.isWhitespace) {
            #expect(page.contains("Description"), "page \(index + 1)")
        }
        let text = try reader.text()
        for row in 1...150 { #expect(text.contains("Filling \(row)\n") || text.contains("Filling \(row) ")) }
    }

    @Test func `the same document makes the same file`() throws {
        let document = page(.title("Invoice"), table(rows: 3), .sum("Total", "6.00 EUR", isTotal: true))
        #expect(try document.pdf() == document.pdf())
    }

    @Test func `a document with too many rows is refused`() {
        #expect(throws: PrintingError.tooLarge) { try page(table(rows: 2_001)).pdf() }
    }

    @Test func `files can be made by several threads at once`() async throws {
        let document = page(.title("Invoice"), .paragraph("Erdős 李子"), table(rows: 40))
        let expected = try document.pdf()
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 1...8 { group.addTask { try document.pdf() } }
            for try await file in group { #expect(file == expected) }
        }
    }
}

/// A PDF file, as poppler's programs read it.
struct PDFReader {
    private let file: [UInt8]

    init(_ file: [UInt8]) { self.file = file }

    func text() throws -> String { try run("pdftotext", ["-layout"], ["-"]) }

    /// The words of each line about a font.
    func fonts() throws -> [[String]] {
        try run("pdffonts", [], []).split(separator: "\n").dropFirst(2).map {
            $0.split(separator: " ").map(String.init)
        }
    }

    private func run(_ program: String, _ before: [String], _ after: [String]) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pdf")
        try Data(file).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/\(program)")
        process.arguments = before + [path.path] + after
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(program)")
        return String(decoding: bytes, as: UTF8.self)
    }
}
