import COpenSSL

/// The input and output buffers of OpenSSL (a BIO). All TLS connections of one loop share them, so an idle connection
/// has no buffer of its own.
///
/// The received bytes are valid only during one call of OpenSSL. OpenSSL appends the bytes to send to an array, which
/// the caller empties after the call.
@safe public final class TLSBuffers {
    /// The received bytes that OpenSSL may read during a call.
    private var input = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    private var consumed = 0
    /// The encrypted bytes that OpenSSL has written since the caller last took them.
    private(set) var output: [UInt8] = []
    let plain = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)

    /// The largest capacity, in bytes, of the array of encrypted output that is kept for the next connection's output.
    private static let keptOutput = 256 * 1024

    public init() {}

    deinit {
        unsafe plain.deallocate()
    }

    /// Runs `body`, during which OpenSSL may read the received bytes from `offset` on. Returns the number of bytes that
    /// it has read.
    func reading(_ bytes: RawSpan, from offset: Int, _ body: () -> Void) -> Int {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe input = UnsafeRawBufferPointer(rebasing: bytes[offset...])
            consumed = 0
            body()
            unsafe input = UnsafeRawBufferPointer(start: nil, count: 0)
            return consumed
        }
    }

    /// A copy of the first `count` bytes of the buffer for decrypted data.
    package func plainBytes(_ count: Int) -> [UInt8] { unsafe Array(plain[..<count]) }

    /// Calls `body` with the encrypted bytes that OpenSSL has written to `output`, if there are any, and then empties
    /// `output`.
    package func takeOutput(_ body: (RawSpan) -> Void) {
        guard !output.isEmpty else { return }
        unsafe body(output.span.bytes)
        output.removeAll(keepingCapacity: output.capacity <= Self.keptOutput)
    }

    /// Makes an OpenSSL BIO that reads from and writes to these buffers. The buffers must outlive the BIO.
    func makeBIO() -> OpaquePointer? {
        guard let bio = unsafe BIO_new(Self.method.raw) else { return nil }
        unsafe BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        unsafe BIO_set_init(bio, 1)
        return unsafe bio
    }

    private func read(_ target: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        let count = unsafe min(count, input.count - consumed)
        guard count > 0 else { return 0 }
        let part = unsafe UnsafeRawBufferPointer(rebasing: input[consumed..<consumed + count])
        unsafe UnsafeMutableRawBufferPointer(start: target, count: count).copyMemory(from: part)
        consumed += count
        return count
    }

    private static func owning(_ bio: OpaquePointer?) -> TLSBuffers? {
        guard let data = unsafe BIO_get_data(bio) else { return nil }
        return unsafe Unmanaged<TLSBuffers>.fromOpaque(data).takeUnretainedValue()
    }

    /// OpenSSL's table of the BIO's functions. It is `@unchecked Sendable`, since it does not change after its
    /// creation.
    @safe private struct Method: @unchecked Sendable {
        let raw: OpaquePointer?
    }

    private static let method: Method = {
        let method = unsafe BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "chairside")
        unsafe BIO_meth_set_read(method) { bio, target, count in
            guard let buffers = unsafe TLSBuffers.owning(bio), let target = unsafe target else { return -1 }
            unsafe chairside_bio_clear_retry(bio)
            let taken = unsafe buffers.read(target, Int(count))
            guard taken == 0 else { return Int32(taken) }
            unsafe chairside_bio_retry_read(bio)
            return -1
        }
        unsafe BIO_meth_set_write(method) { bio, source, count in
            guard let buffers = unsafe TLSBuffers.owning(bio), let source = unsafe source else { return -1 }
            unsafe buffers.output.append(contentsOf: UnsafeRawBufferPointer(start: source, count: Int(count)))
            return count
        }
        unsafe BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
        return unsafe Method(raw: method)
    }()
}
