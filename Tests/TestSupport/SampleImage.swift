/// Images that tests make, and changes that tests make to them.
public enum SampleImage {
    public static let red: [UInt8] = [255, 0, 0]
    public static let blue: [UInt8] = [0, 0, 255]

    /// The bytes of an image, three for each pixel, whose left half is red and whose right half is blue.
    public static func halves(_ width: Int, _ height: Int) -> [UInt8] {
        (0..<height).flatMap { _ in (0..<width).flatMap { $0 < width / 2 ? red : blue } }
    }

    /// A PNG image (ISO/IEC 15948) of pixels with three bytes each, or four with a byte for opacity.
    ///
    /// - Parameter claims: a false width and height for the header; `nil` for those of the pixels.
    public static func png(
        _ width: Int, _ height: Int, _ pixels: [UInt8], bytesOfPixel: Int = 3, claims: (Int, Int)? = nil
    ) -> [UInt8] {
        let (shownWidth, shownHeight) = claims ?? (width, height)
        let header = number(shownWidth) + number(shownHeight) + [8, bytesOfPixel == 4 ? 6 : 2, 0, 0, 0]
        let row = width * bytesOfPixel
        let rows = (0..<height).flatMap { [0] + pixels[($0 * row)..<(($0 + 1) * row)] }
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header) + chunk("IDAT", stored(rows))
            + chunk("IEND", [])
    }

    /// A JPEG image with an Exif segment that tells the orientation, 1 to 8, and the name of a camera.
    public static func jpeg(_ image: [UInt8], orientation: UInt8) -> [UInt8] {
        let camera = Array("Samplecamera\0".utf8)
        let orientationEntry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        let cameraEntry: [UInt8] = [0x01, 0x0f, 0, 2, 0, 0, 0, UInt8(camera.count), 0, 0, 0, 38]
        let tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 2] + cameraEntry + orientationEntry + [0, 0, 0, 0] + camera
        let content = Array("Exif\0\0".utf8) + tiff
        let segment: [UInt8] = [0xff, 0xe1, 0, UInt8(content.count + 2)] + content
        return image.prefix(2) + segment + image.dropFirst(2)
    }

    /// A JPEG image whose header tells another width and height.
    public static func jpeg(_ image: [UInt8], claimingWidth width: Int, height: Int) -> [UInt8] {
        var image = image
        // The frame header begins with 0xffc0; height and width follow its length and its precision (ITU-T T.81 B.2.2).
        for at in 0..<(image.count - 9) where image[at] == 0xff && image[at + 1] == 0xc0 {
            image.replaceSubrange((at + 5)..<(at + 9), with: number(height).suffix(2) + number(width).suffix(2))
            break
        }
        return image
    }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        var check: UInt32 = 0xffff_ffff
        for byte in body {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xedb8_8320 : check >> 1 }
        }
        return number(data.count) + body + number(Int(~check))
    }

    /// A zlib stream that stores bytes without compression (RFC 1950, RFC 1951 §3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let block = bytes[start..<min(start + 65_535, bytes.count)]
            let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
            stream += [block.endIndex == bytes.count ? 1 : 0, low, high, ~low, ~high] + block
        }
        var (first, second) = (1, 0)
        for byte in bytes {
            first = (first + Int(byte)) % 65_521
            second = (second + first) % 65_521
        }
        return stream + number(second << 16 | first)
    }
}
