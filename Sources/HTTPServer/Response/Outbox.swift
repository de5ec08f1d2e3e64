/// The output that a connection's next write sends. Small pieces are joined, and large ones are not copied, so that one
/// vectored write can send them all.
struct Outbox {
    /// The size in bytes from which the body of an answer is not copied into the output. A smaller body is copied
    /// behind the answer's head.
    private static let ownBuffer = 8 * 1024

    private var chunks: [[UInt8]] = []
    /// The small pieces of output after the last element of `chunks`, joined.
    private var tail: [UInt8]
    /// The number of bytes of the outbox's first chunk of output that have been taken out already.
    private var offset = 0
    /// The number of bytes in the outbox's chunks of output that have not been taken out yet.
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

    /// Removes and returns the outbox's whole output if it is one array; `nil` otherwise.
    mutating func takeJoined() -> [UInt8]? {
        guard chunks.isEmpty else { return nil }
        var taken: [UInt8] = []
        swap(&taken, &tail)
        return taken
    }

    /// Removes and returns the first bytes of the outbox's output, in their order: at most `limit`, or all of them.
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

    /// Removes and returns the array that joins small pieces, so that its memory can be reused; `nil` if the outbox is
    /// not empty or the array has no memory.
    mutating func takeMemory() -> [UInt8]? {
        guard isEmpty, tail.capacity > 0 else { return nil }
        return takeJoined()
    }

    /// Gives the outbox the memory of an array in which it joins small pieces. The memory is not used if the outbox has
    /// memory for small pieces already.
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
    /// Lets the function `write` append a few bytes to the outbox.
    mutating func appendBytes(_ write: (inout [UInt8]) -> Void) { write(&tail) }
    mutating func append(decimal number: Int) { tail.append(decimal: number) }

    /// Appends one chunk of a chunked body (RFC 9112 §7.1): its size and its bytes. An empty chunk is not appended,
    /// since it would end the body.
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
