import CPNG

/// Reads PNG images by libpng's simplified interface. The functions of this interface report errors by their results,
/// so no `longjmp` skips Swift code.
enum PNGImage {
    /// Decodes a PNG image. Where the image is transparent, its background is white.
    static func decode(_ image: [UInt8]) throws(ThumbnailError) -> Pixels {
        var decoder = unsafe png_image()
        unsafe decoder.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { unsafe png_image_free(&decoder) }
        let result = unsafe image.withUnsafeBytes { bytes in
            Result { () throws(ThumbnailError) in try unsafe decode(&decoder, bytes) }
        }
        return try result.get()
    }

    private static func decode(
        _ decoder: inout png_image, _ bytes: UnsafeRawBufferPointer
    ) throws(ThumbnailError) -> Pixels {
        guard unsafe png_image_begin_read_from_memory(&decoder, bytes.baseAddress, bytes.count) != 0 else {
            throw .unreadable
        }
        let (width, height) = unsafe (Int(decoder.width), Int(decoder.height))
        try Pixels.check(width, height)
        unsafe decoder.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
        var white = png_color(red: 255, green: 255, blue: 255)
        var decoded = [UInt8](repeating: 0, count: width * height * 3)
        let status = unsafe decoded.withUnsafeMutableBytes { target in
            unsafe png_image_finish_read(&decoder, &white, target.baseAddress, Int32(width * 3), nil)
        }
        guard status != 0 else { throw .unreadable }
        return Pixels(width: width, height: height, bytes: decoded)
    }
}
