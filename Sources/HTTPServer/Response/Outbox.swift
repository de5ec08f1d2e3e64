/// The output of the next write. Small pieces are joined, large ones are not copied, and all of them are sent in one
/// vectored write.
struct Outbox {
    /// The size in bytes from which a body keeps its own buffer. A smaller body is copied behind its head.
    private static let ownBuffer = 8 * 1024

    private var chunks: [[UInt8]] = []
    /// The small pieces since the last element of `chunks`, joined.
    private var tail: [UInt8]
    /// The number of sent bytes of the first element of `chunks`.
    private var offset = 0
    /// The number of unsent bytes in `chunks`.
    private var chunkBytes = 0

    /// Creates an empty outbox.
    ///
    /// - Parameter memory: an array whose memory may be reused.
    init(memory: [UInt8] = []) {
        tail = memory
        tail.removeAll(keepingCapacity: true)
    }

    var byteCount: Int { chunkBytes + tail.count }
    var isEmpty: Bool { byteCount == 0 }

    /// Removes and returns all output if it is in one piece; `nil` otherwise.
    mutating func takeJoined() -> [UInt8]? {
        guard chunks.isEmpty else { return nil }
        var taken: [UInt8] = []
        swap(&taken, &tail)
        return taken
    }

    /// Removes and returns the first bytes of the output, in order: at most `limit`, or all of them.
    mutating func take(atMost limit: Int) -> [[UInt8]] {
        closeTail()
        var taken: [[UInt8]] = []
        var room = limit
        var gone = 0
        while gone < chunks.count, room > 0 {
            let end = min(offset + room, chunks[gone].count)
            room -= end - offset
            let isWhole = offset == 0 && end == chunks[gone].count
            taken.append(isWhole ? chunks[gone] : Array(chunks[gone][offset..<end]))
            offset = end
            guard end == chunks[gone].count else { break }
            offset = 0
            gone += 1
        }
        chunks.removeFirst(gone)
        chunkBytes -= limit - room
        return taken
    }

    /// Removes and returns the memory for small pieces; `nil` if the outbox is not empty or has no such memory.
    mutating func takeMemory() -> [UInt8]? {
        guard isEmpty, tail.capacity > 0 else { return nil }
        return takeJoined()
    }

    /// Accepts memory for the next small pieces.
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
    /// Lets `write` append a few bytes to the output.
    mutating func appendBytes(_ write: (inout [UInt8]) -> Void) { write(&tail) }
    mutating func append(decimal number: Int) { tail.append(decimal: number) }

    /// Appends one chunk of a chunked body (RFC 9112 §7.1). An empty one is not appended, since it would end the body.
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
