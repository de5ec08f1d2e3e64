/// What is to be written next: small pieces are joined, large ones stay as they are, and all of it leaves in one vectored write.
struct Outbox {
    /// From this size on a body is a buffer of its own instead of being copied behind its head.
    private static let ownBuffer = 8 * 1024

    private var chunks: [[UInt8]] = []
    /// The small pieces since the last of `chunks`.
    private var tail: [UInt8]
    private var chunkBytes = 0

    /// - Parameter memory: an array whose memory may be written to.
    init(memory: [UInt8] = []) {
        tail = memory
        tail.removeAll(keepingCapacity: true)
    }

    var byteCount: Int { chunkBytes + tail.count }
    var isEmpty: Bool { byteCount == 0 }

    /// Takes everything out if it is in one piece.
    mutating func takeJoined() -> [UInt8]? {
        guard chunks.isEmpty else { return nil }
        var taken: [UInt8] = []
        swap(&taken, &tail)
        return taken
    }

    /// Takes everything out, in order.
    mutating func take() -> [[UInt8]] {
        closeTail()
        var taken: [[UInt8]] = []
        swap(&taken, &chunks)
        chunkBytes = 0
        return taken
    }

    /// Puts memory that is not needed any more back for the next small pieces.
    mutating func reuse(_ memory: consuming [UInt8]) {
        guard tail.capacity == 0 else { return }
        tail = memory
        tail.removeAll(keepingCapacity: true)
    }

    mutating func append(_ bytes: [UInt8]) {
        if bytes.count < Outbox.ownBuffer {
            tail.append(contentsOf: bytes)
        } else {
            closeTail()
            chunks.append(bytes)
            chunkBytes += bytes.count
        }
    }

    mutating func append(_ text: StaticString) { tail.append(text) }
    mutating func append(decimal number: Int) { tail.append(decimal: number) }

    /// One chunk of a chunked body (RFC 9112 §7.1); an empty one would be the last.
    mutating func append(chunk bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        tail.append(hexadecimal: bytes.count)
        tail.append("\r\n")
        append(bytes)
        tail.append("\r\n")
    }

    private mutating func closeTail() {
        guard !tail.isEmpty else { return }
        chunkBytes += tail.count
        chunks.append(tail)
        tail = []
    }
}
