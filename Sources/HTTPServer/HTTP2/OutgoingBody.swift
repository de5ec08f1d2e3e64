/// The unsent part of an answer's body, in the pieces that the producer wrote.
struct OutgoingBody {
    private var pieces: [[UInt8]] = []
    private var first = 0
    /// The number of bytes that have been sent of the first piece that is not completely sent.
    private var offset = 0
    private(set) var byteCount = 0
    /// Whether the producer has written the whole body of the answer.
    var isFinished = false

    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        pieces.append(bytes)
        byteCount += bytes.count
    }

    /// Moves the next bytes of the answer's body into `target`, and returns their number.
    mutating func move(into target: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < target.count, first < pieces.count {
            let count = min(pieces[first].count - offset, target.count - filled)
            unsafe pieces[first].withUnsafeBytes { piece in
                let part = unsafe UnsafeRawBufferPointer(rebasing: piece[offset..<offset + count])
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[filled...]).copyMemory(from: part)
            }
            filled += count
            offset += count
            if offset == pieces[first].count {
                pieces[first] = []
                first += 1
                offset = 0
            }
        }
        byteCount -= filled
        if first == pieces.count {
            pieces = []
            first = 0
        }
        return filled
    }
}
