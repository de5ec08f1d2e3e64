import Foundation
import Printing
import Testing

@Suite struct QRCodeTests {
    private func code(_ text: String) throws -> QRCode { try QRCode(Array(text.utf8)) }

    @Test func `a QR code has the finder pattern in three corners`() throws {
        let code = try code("https://clinic.example")
        let last = code.width - 7
        for (left, top) in [(0, 0), (last, 0), (0, last)] {
            for step in 0..<7 {
                #expect(code.isBlack(x: left + step, y: top) && code.isBlack(x: left, y: top + step))
            }
            #expect(!code.isBlack(x: left + 1, y: top + 1) && code.isBlack(x: left + 3, y: top + 3))
        }
        #expect(!code.isBlack(x: -1, y: 0) && !code.isBlack(x: 0, y: code.width))
    }

    @Test func `equal bytes give equal QR codes, and different bytes give different QR codes`() throws {
        #expect(try code("a") == code("a"))
        #expect(try code("a") != code("b"))
    }

    @Test func `the path of an SVG image covers as many units as the QR code has black modules`() throws {
        let code = try code(String(repeating: "payload ", count: 20))
        let svg = String(decoding: code.svg, as: UTF8.self)
        #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>"))
        let path = try #require(svg.split(separator: "<path d=\"").last?.prefix { $0 != "\"" })
        let units = path.matches(of: /h(\d+)v1/).compactMap { Int($0.output.1) }.reduce(0, +)
        var black = 0
        for y in 0..<code.width { for x in 0..<code.width where code.isBlack(x: x, y: y) { black += 1 } }
        #expect(units == black)
    }

    @Test func `the PNG image of a QR code begins and ends as PNG does, and its size includes a white margin`() throws {
        let code = try code("x")
        let png = try code.png
        #expect(png.prefix(8) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
        let side = (code.width + 8) * 8
        #expect(png[16..<20].reduce(0) { $0 << 8 | Int($1) } == side)
        #expect(png[20..<24].reduce(0) { $0 << 8 | Int($1) } == side)
        // The last chunk of the PNG image is empty, and its checksum is always the same.
        #expect(png.suffix(12) == [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])
    }

    @Test func `a QR code of no bytes or of more than 1,024 bytes is refused`() throws {
        #expect(throws: PrintingError.self) { try QRCode([]) }
        #expect(throws: PrintingError.self) { try QRCode([UInt8](repeating: 65, count: QRCode.mostBytes + 1)) }
        #expect(try QRCode([UInt8](repeating: 65, count: QRCode.mostBytes)).width > 100)
    }
}
