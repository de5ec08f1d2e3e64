import CTurboJPEG

/// Reads and writes JPEG images by TurboJPEG. The functions of TurboJPEG report errors by their results, so no
/// `longjmp` skips Swift code.
package enum JPEGImage {
    /// Decodes a JPEG image at a half, a quarter or an eighth of its size if the result is still large enough for a
    /// thumbnail.
    package static func decode(_ image: [UInt8]) throws(ThumbnailError) -> Pixels {
        guard let handle = unsafe tjInitDecompress() else { throw .unreadable }
        defer { unsafe tjDestroy(handle) }
        var (width, height, sampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
        let header = unsafe image.withUnsafeBufferPointer { bytes in
            unsafe tjDecompressHeader3(
                handle, bytes.baseAddress, UInt(bytes.count), &width, &height, &sampling, &space)
        }
        guard header == 0 else { throw .unreadable }
        try Pixels.check(Int(width), Int(height))
        let divisor = [8, 4, 2].first { Int(max(width, height)) / $0 >= Thumbnail.side } ?? 1
        let (columns, rows) = ((Int(width) + divisor - 1) / divisor, (Int(height) + divisor - 1) / divisor)
        // JPEG images that were made for print have the colours cyan, magenta, yellow and black, instead of red, green
        // and blue.
        let isPrint = [Int32(TJCS_CMYK.rawValue), Int32(TJCS_YCCK.rawValue)].contains(space)
        let format = isPrint ? TJPF_CMYK.rawValue : TJPF_RGB.rawValue
        let size = isPrint ? 4 : 3
        var decoded = [UInt8](repeating: 0, count: columns * rows * size)
        let status = unsafe image.withUnsafeBufferPointer { bytes in
            unsafe decoded.withUnsafeMutableBufferPointer { target in
                unsafe tjDecompress2(
                    handle, bytes.baseAddress, UInt(bytes.count), target.baseAddress, Int32(columns),
                    Int32(columns * size), Int32(rows), Int32(format), TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS)
            }
        }
        guard status == 0 else { throw .unreadable }
        return Pixels(width: columns, height: rows, bytes: isPrint ? screenColours(decoded) : decoded)
    }

    /// Converts the colours cyan, magenta, yellow and black to red, green and blue. The image stores each of the four
    /// values inverted, as Adobe's programs do.
    private static func screenColours(_ print: [UInt8]) -> [UInt8] {
        var screen: [UInt8] = []
        screen.reserveCapacity(print.count / 4 * 3)
        for at in stride(from: 0, to: print.count - 3, by: 4) {
            let black = Int(print[at + 3])
            for colour in 0..<3 { screen.append(UInt8(Int(print[at + colour]) * black / 255)) }
        }
        return screen
    }

    /// Encodes an image as JPEG, without metadata.
    package static func encode(_ pixels: Pixels) throws(ThumbnailError) -> [UInt8] {
        guard let handle = unsafe tjInitCompress() else { throw .unreadable }
        defer { unsafe tjDestroy(handle) }
        var encoded: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        let status = unsafe pixels.bytes.withUnsafeBufferPointer { bytes in
            unsafe tjCompress2(
                handle, bytes.baseAddress, Int32(pixels.width), Int32(pixels.width * 3), Int32(pixels.height),
                Int32(TJPF_RGB.rawValue), &encoded, &size, Int32(TJSAMP_420.rawValue), 80, 0)
        }
        defer { unsafe tjFree(encoded) }
        guard status == 0, let start = unsafe encoded else { throw .unreadable }
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(size)))
    }
}
