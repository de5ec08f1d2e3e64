import CZlib

/// Decompresses bodies in gzip's format (RFC 1952).
public enum GzipDecoder {
    /// Decompresses a whole body whose size is known.
    ///
    /// - Parameter size: the number of bytes that the body has when it is decompressed.
    /// - Returns: the decompressed body; `nil` if the bytes are not such a body of exactly this size.
    public static func decompress(_ bytes: [UInt8], size: Int) -> [UInt8]? {
        var stream = unsafe z_stream()
        guard unsafe chairside_gunzip_init(&stream) == Z_OK else { return nil }
        defer { _ = unsafe inflateEnd(&stream) }
        var isComplete = false
        // With one byte more than the size, a longer body does not look complete.
        let plain = unsafe [UInt8](unsafeUninitializedCapacity: size + 1) { output, count in
            unsafe bytes.withUnsafeBufferPointer { input in
                // zlib does not write to the compressed bytes, so a mutable pointer to them is safe.
                unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.avail_in = UInt32(input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = UInt32(output.count)
                isComplete = unsafe inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0
                unsafe count = output.count - Int(stream.avail_out)
            }
        }
        return isComplete && plain.count == size ? plain : nil
    }
}
