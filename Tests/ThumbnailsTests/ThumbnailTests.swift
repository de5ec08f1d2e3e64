import TestSupport
import Testing
import Thumbnails

@Suite struct ThumbnailTests {
    private static func png(_ width: Int, _ height: Int) -> [UInt8] {
        SampleImage.png(width, height, SampleImage.halves(width, height))
    }

    private static func jpeg(_ width: Int, _ height: Int) throws -> [UInt8] {
        try JPEGImage.encode(Pixels(width: width, height: height, bytes: SampleImage.halves(width, height)))
    }

    /// The most intense of the colours red, green and blue in one pixel of an image.
    private static func colour(_ image: Pixels, _ x: Int, _ y: Int) -> String {
        let at = (y * image.width + x) * 3
        let pixel = image.bytes[at..<at + 3]
        return zip(["red", "green", "blue"], pixel).max { $0.1 < $1.1 }?.0 ?? ""
    }

    @Test(arguments: [(600, 400, 256, 170), (400, 600, 170, 256), (40, 20, 40, 20), (2_000, 3, 256, 1)])
    func `a thumbnail's longest side has 256 pixels, and a smaller image keeps its size`(
        width: Int, height: Int, thumbnailWidth: Int, thumbnailHeight: Int
    ) throws {
        for image in [Self.png(width, height), try Self.jpeg(width, height)] {
            let thumbnail = try JPEGImage.decode(Thumbnail.make(of: image))
            #expect(thumbnail.width == thumbnailWidth && thumbnail.height == thumbnailHeight)
            #expect(Self.colour(thumbnail, 0, 0) == "red")
            #expect(Self.colour(thumbnail, thumbnail.width - 1, thumbnail.height - 1) == "blue")
        }
    }

    /// The stored image is red on the left and blue on the right. The expected colours are those at the thumbnail's top
    /// left and bottom right.
    @Test(arguments: [
        (1, "red", "blue"), (2, "blue", "red"), (3, "blue", "red"), (4, "red", "blue"), (5, "red", "blue"),
        (6, "red", "blue"), (7, "blue", "red"), (8, "blue", "red"), (9, "red", "blue"),
    ])
    func `a thumbnail is turned as the image's Exif orientation says`(
        orientation: UInt8, first: String, last: String
    ) throws {
        let image = SampleImage.jpeg(try Self.jpeg(64, 32), orientation: orientation)
        let thumbnail = try JPEGImage.decode(Thumbnail.make(of: image))
        let isTurned = (5...8).contains(orientation)
        #expect(thumbnail.width == (isTurned ? 32 : 64) && thumbnail.height == (isTurned ? 64 : 32))
        #expect(Self.colour(thumbnail, 2, 2) == first)
        #expect(Self.colour(thumbnail, thumbnail.width - 3, thumbnail.height - 3) == last)
    }

    @Test func `a thumbnail does not contain the image's metadata`() throws {
        let image = SampleImage.jpeg(try Self.jpeg(64, 32), orientation: 1)
        let name = Array("Samplecamera".utf8)
        #expect(image.firstRange(of: name) != nil)
        #expect(try Thumbnail.make(of: image).firstRange(of: name) == nil)
    }

    @Test func `the transparent parts of an image are white in its thumbnail`() throws {
        let image = SampleImage.png(8, 8, [UInt8](repeating: 0, count: 8 * 8 * 4), bytesOfPixel: 4)
        #expect(try JPEGImage.decode(Thumbnail.make(of: image)).bytes.allSatisfy { $0 > 250 })
    }

    @Test func `an image whose header says that it has 100 megapixels is refused as too large`() throws {
        let png = SampleImage.png(8, 8, SampleImage.halves(8, 8), claims: (10_000, 10_000))
        #expect(throws: ThumbnailError.tooLarge) { try Thumbnail.make(of: png) }
        let jpeg = SampleImage.jpeg(try Self.jpeg(64, 32), claimingWidth: 10_000, height: 10_000)
        #expect(throws: ThumbnailError.tooLarge) { try Thumbnail.make(of: jpeg) }
    }

    @Test func `an image that was cut off at any byte has no thumbnail`() throws {
        let images = [Self.png(64, 32), SampleImage.jpeg(try Self.jpeg(64, 32), orientation: 6)]
        for image in images {
            // A PNG image without its last chunk, or a JPEG image without its last two bytes, has all its pixels.
            for count in stride(from: 0, to: image.count - 20, by: 7) {
                let part = Array(image.prefix(count))
                if let thumbnail = try? Thumbnail.make(of: part) {
                    Issue.record("\(thumbnail.count) bytes of the first \(count) of \(image.count)")
                }
            }
        }
    }

    @Test func `random bytes have no thumbnail, whichever type of image their first bytes announce`() {
        var random = SystemRandomNumberGenerator()
        for start in [[], [0xff, 0xd8, 0xff], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]] as [[UInt8]] {
            let bytes = start + (0..<10_000).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(throws: ThumbnailError.self) { try Thumbnail.make(of: bytes) }
        }
    }
}
