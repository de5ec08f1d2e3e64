import CZlib

extension QRCode {
    /// The width and height of each module of a QR code in the PNG image, in pixels.
    private static let pixels = 8
    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    /// The QR code as a PNG image (ISO/IEC 15948) with one bit for each pixel.
    public var png: [UInt8] {
        get throws(PrintingError) {
            let side = (width + 2 * QRCode.margin) * QRCode.pixels
            let size = (0..<4).map { UInt8(truncatingIfNeeded: side >> (24 - 8 * $0)) }
            // The bytes of a PNG image's header that follow width and height: bit depth 1, colour type 0 (greyscale),
            // compression method 0, filter method 0, and 0 for an image without interlacing.
            let header = size + size + [1, 0, 0, 0, 0]
            return QRCode.signature + QRCode.chunk("IHDR", header)
                + QRCode.chunk("IDAT", try QRCode.compressed(rows)) + QRCode.chunk("IEND", [])
        }
    }

    /// The rows of pixels of a QR code's PNG image. Each row begins with the byte 0, which means "no filter". The bit
    /// of a white pixel is 1.
    private var rows: [UInt8] {
        var all: [UInt8] = []
        for y in -QRCode.margin..<width + QRCode.margin {
            var row: [UInt8] = [0]
            // A module of the QR code is eight pixels wide, so it is one byte of the row.
            for x in -QRCode.margin..<width + QRCode.margin { row.append(isBlack(x: x, y: y) ? 0x00 : 0xff) }
            for _ in 0..<QRCode.pixels { all += row }
        }
        return all
    }

    private static func chunk(_ type: StaticString, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.description.utf8) + data
        let check = unsafe body.withUnsafeBufferPointer { bytes in
            unsafe crc32(0, bytes.baseAddress, UInt32(bytes.count))
        }
        func number(_ value: UInt) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt($0))) }
        }
        return number(UInt(data.count)) + body + number(UInt(check))
    }

    private static func compressed(_ bytes: [UInt8]) throws(PrintingError) -> [UInt8] {
        let room = Int(compressBound(UInt(bytes.count)))
        let result = unsafe [UInt8](unsafeUninitializedCapacity: room) { output, count in
            var length = UInt(room)
            let status = unsafe bytes.withUnsafeBufferPointer { input in
                unsafe compress2(output.baseAddress, &length, input.baseAddress, UInt(input.count), 9)
            }
            count = status == Z_OK ? Int(length) : 0
        }
        guard !result.isEmpty else { throw .failed("zlib refused \(bytes.count) bytes") }
        return result
    }
}
