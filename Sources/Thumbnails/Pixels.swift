/// An image of 8 bits each for red, green and blue.
package struct Pixels: Hashable {
    package let width: Int
    package let height: Int
    /// The bytes of the image's rows from top to bottom, three bytes (red, green, blue) for each pixel.
    package let bytes: [UInt8]

    package init(width: Int, height: Int, bytes: [UInt8]) {
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    /// Throws unless an image of the given size has an acceptable number of pixels.
    static func check(_ width: Int, _ height: Int) throws(ThumbnailError) {
        guard width > 0, height > 0 else { throw .unreadable }
        guard width <= Thumbnail.mostPixels / height else { throw .tooLarge }
    }

    /// The image, scaled down so that its longest side has `side` pixels. Each pixel is the mean of the pixels that it
    /// replaces. A smaller image stays as it is.
    func scaled(to side: Int) -> Pixels {
        let longest = max(width, height)
        guard longest > side else { return self }
        let (columns, rows) = (max(1, width * side / longest), max(1, height * side / longest))
        var scaled: [UInt8] = []
        scaled.reserveCapacity(columns * rows * 3)
        for row in 0..<rows {
            let sources = (row * height / rows)..<((row + 1) * height / rows)
            for column in 0..<columns {
                var (red, green, blue) = (0, 0, 0)
                let (first, end) = (column * width / columns, (column + 1) * width / columns)
                for y in sources {
                    for at in stride(from: (y * width + first) * 3, to: (y * width + end) * 3, by: 3) {
                        red += Int(bytes[at])
                        green += Int(bytes[at + 1])
                        blue += Int(bytes[at + 2])
                    }
                }
                let count = sources.count * (end - first)
                scaled += [UInt8(red / count), UInt8(green / count), UInt8(blue / count)]
            }
        }
        return Pixels(width: columns, height: rows, bytes: scaled)
    }

    /// The image, turned and mirrored as its Exif orientation says.
    func turned(_ orientation: Orientation) -> Pixels {
        let (columns, rows) = orientation.exchangesSides ? (height, width) : (width, height)
        var turned: [UInt8] = []
        turned.reserveCapacity(bytes.count)
        for y in 0..<rows {
            for x in 0..<columns {
                let source = orientation.source(ofX: x, y: y, width: width, height: height)
                let at = (source.y * width + source.x) * 3
                turned += bytes[at..<at + 3]
            }
        }
        return Pixels(width: columns, height: rows, bytes: turned)
    }
}
