/// Makes a small JPEG image of a PNG or JPEG image.
public enum Thumbnail {
    /// The longest side of a thumbnail in pixels.
    public static let side = 256
    /// The maximum size of an image of which a thumbnail is made, in bytes.
    public static let mostBytes = 64 << 20
    /// The maximum number of pixels of an image of which a thumbnail is made. The number of an image's pixels is read
    /// from the image's header, before memory is taken for the pixels.
    public static let mostPixels = 50_000_000

    /// Makes the thumbnail of an image. The thumbnail is turned as the image's Exif data says, has no metadata, and has
    /// a white background where the image is transparent. An image that is smaller than a thumbnail keeps its size.
    ///
    /// - Throws: `unreadable` if the bytes are no whole PNG or JPEG image; `tooLarge` if the image exceeds a limit.
    public static func make(of image: [UInt8]) throws(ThumbnailError) -> [UInt8] {
        guard image.count <= mostBytes else { throw .tooLarge }
        let pixels =
            if image.starts(with: [0xff, 0xd8]) { try JPEGImage.decode(image) } else { try PNGImage.decode(image) }
        return try JPEGImage.encode(pixels.scaled(to: side).turned(Orientation(ofJPEG: image)))
    }
}

public enum ThumbnailError: Error, Hashable, Sendable {
    case unreadable
    case tooLarge
}
