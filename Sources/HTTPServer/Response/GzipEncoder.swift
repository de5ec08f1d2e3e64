import CZlib

/// Compresses whole bodies of answers with zlib, in gzip's format (RFC 1952). Each loop has one encoder, whose memory
/// of a quarter of a megabyte is reused.
///
/// - Note: An encoder is not `Sendable`. Only its creator may use it.
@safe public final class GzipEncoder {
    private let stream: UnsafeMutablePointer<z_stream>

    /// The compression level, which is the fastest: it compresses JSON to about a sixth of its size. A slower level
    /// would make a list of documents only about a tenth smaller.
    private static let level: Int32 = 1

    /// The sizes of bodies that are compressed, in bytes. A smaller body fits into one packet without compression. The
    /// compression of a larger one would block the loop for more than 10 ms.
    private static let sizes = 1_024...2_097_152

    /// Creates a gzip encoder. Returns `nil` if memory cannot be allocated.
    public init?() {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        guard unsafe chairside_gzip_init(stream, Self.level) == Z_OK else {
            unsafe stream.deallocate()
            return nil
        }
        unsafe self.stream = stream
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Compresses the body of an answer.
    ///
    /// - Returns: the compressed body; `nil` if it would not be shorter, or if bodies of the given size are not
    ///   compressed.
    public func compress(_ bytes: [UInt8]) -> [UInt8]? {
        guard Self.sizes.contains(bytes.count), unsafe deflateReset(stream) == Z_OK else { return nil }
        var isComplete = false
        let compressed = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
            unsafe bytes.withUnsafeBufferPointer { input in
                // zlib does not write to the uncompressed bytes, so a mutable pointer to them is safe.
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(input.count)
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = UInt32(output.count)
                isComplete = unsafe deflate(stream, Z_FINISH) == Z_STREAM_END
                unsafe count = output.count - Int(stream.pointee.avail_out)
            }
        }
        return isComplete ? compressed : nil
    }
}
