import Foundation
import Printing
import TestSupport
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
    func `names in many scripts can be extracted as text from a printed PDF`(_ name: String) async throws {
        let text = try await PDFReader(page(.paragraph(name)).pdf()).text()
        // pdftotext may give the letters in another Unicode form, such as a ligature, so its text is normalized (NFKC).
        #expect(text.precomposedStringWithCompatibilityMapping.contains(name), "\(text)")
    }

    @Test func `a printed PDF embeds a part of each font, with the map to Unicode`() async throws {
        let fonts = try await PDFReader(page(.title("Invoice"), .paragraph("Erdős 李子 Ελένη")).pdf()).fonts()
        #expect(fonts.count >= 3, "\(fonts)")
        // A line of pdffonts ends with emb (embedded), sub (only used letters), uni (map to Unicode), and two numbers.
        for font in fonts { #expect(font.suffix(5).prefix(3) == ["yes", "yes", "yes"], "\(font)") }
    }

    @Test func `a printed table of 150 rows continues on further pages, each with its column headings`() async throws {
        let reader = try PDFReader(page(table(rows: 150)).pdf())
        let pages = try await reader.text().split(separator: "\u{c}")
        #expect(pages.count >= 3)
        for (index, page) in pages.enumerated() where !page.allSatisfy(\.isWhitespace) {
            #expect(page.contains("Description"), "page \(index + 1)")
        }
        let text = try await reader.text()
        for row in 1...150 { #expect(text.contains("Filling \(row)\n") || text.contains("Filling \(row) ")) }
    }

    @Test func `a document that is printed twice gives the same PDF, byte for byte`() throws {
        let document = page(.title("Invoice"), table(rows: 3), .sum("Total", "6.00 EUR", isTotal: true))
        #expect(try document.pdf() == document.pdf())
    }

    @Test func `printing a document with more than 2,000 table rows fails`() {
        #expect(throws: PrintingError.tooLarge) { try page(table(rows: 2_001)).pdf() }
    }

    @Test func `a document that is printed eight times at once gives the same PDF each time`() async throws {
        let document = page(.title("Invoice"), .paragraph("Erdős 李子"), table(rows: 40))
        let expected = try document.pdf()
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 1...8 { group.addTask { try document.pdf() } }
            for try await file in group { #expect(file == expected) }
        }
    }
}

/// Reads a PDF file with poppler's programs `pdftotext` and `pdffonts`.
struct PDFReader {
    private let file: [UInt8]

    init(_ file: [UInt8]) { self.file = file }

    func text() async throws -> String { try await run("pdftotext", ["-layout"], ["-"]) }

    /// For each font in the file, the words of its line in the output of `pdffonts`.
    func fonts() async throws -> [[String]] {
        try await run("pdffonts", [], []).split(separator: "\n").dropFirst(2).map {
            $0.split(separator: " ").map(String.init)
        }
    }

    private func run(_ program: String, _ before: [String], _ after: [String]) async throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pdf")
        try Data(file).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        return try await Shell.run([program] + before + [path.path] + after)
    }
}
