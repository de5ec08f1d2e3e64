/// A chunked body while it arrives (RFC 9112 §7.1): sizes, data, and trailers, which are checked and dropped.
struct ChunkedBody {
    private enum Phase {
        case size
        case data(Int)
        case dataEnd(hasReturn: Bool)
        case trailers
        case done
    }

    /// The maximum number of hexadecimal digits of a chunk's size. The line may also have an extension of at most 256
    /// bytes, including its semicolon.
    private static let sizeDigits = 16
    private static let extensionBytes = 256

    private var phase = Phase.size
    /// The received part of a line of the chunked body whose end has not arrived yet.
    private var carry: [UInt8] = []
    private var received = 0
    private var trailerBytes = 0
    private var trailerCount = 0

    enum Step {
        case more
        /// A piece of the chunked body has arrived, in the given range of the input.
        case data(Range<Int>)
        case end
    }

    mutating func next(
        _ input: RawSpan, at offset: inout Int, limit: Int, _ limits: ParserLimits
    ) throws(Refusal) -> Step {
        while offset < input.byteCount {
            switch phase {
            case .size:
                guard let line = try takeLine(input, at: &offset, limits) else { return .more }
                let size = try unsafe line.span.bytes.chunkSize(
                    digits: ChunkedBody.sizeDigits, extension: ChunkedBody.extensionBytes)
                // A chunked body above the limit is refused as soon as a chunk's size says so, before the chunk
                // arrives. The check computes `limit - received`, which cannot overflow; `received + size` could.
                guard size <= UInt64(max(limit - received, 0)) else { throw .bodyTooLarge }
                received += Int(size)
                phase = size == 0 ? .trailers : .data(Int(size))
            case .data(let left):
                let count = min(left, input.byteCount - offset)
                let range = offset..<offset + count
                offset += count
                phase = count == left ? .dataEnd(hasReturn: false) : .data(left - count)
                return .data(range)
            case .dataEnd(let hasReturn):
                let expected: UInt8 = hasReturn ? .lineFeed : .carriageReturn
                guard input.byte(offset) == expected else { throw .chunkNotTerminated }
                offset += 1
                phase = hasReturn ? .size : .dataEnd(hasReturn: true)
            case .trailers:
                guard let line = try takeLine(input, at: &offset, limits) else { return .more }
                if line.isEmpty {
                    phase = .done
                    return .end
                }
                try takeTrailer(line, limits)
            case .done:
                return .end
            }
        }
        return .more
    }

    /// Takes the next line of a chunked body without its CRLF. If the line is incomplete, keeps its received part and
    /// returns `nil`.
    private mutating func takeLine(
        _ input: RawSpan, at offset: inout Int, _ limits: ParserLimits
    ) throws(Refusal) -> [UInt8]? {
        guard let end = input.lineFeed(from: offset) else {
            try checkLength(carry.count + input.byteCount - offset - 1, limits)
            carry.append(input, offset..<input.byteCount)
            offset = input.byteCount
            return nil
        }
        // The length of a line in the chunked body is checked before its end is, so that a line that never ends is
        // refused for the same reason as a complete line of that length.
        let last = end > offset ? input.byte(end - 1) : carry.last
        let hasReturn = last == .carriageReturn
        try checkLength(carry.count + end - offset - (hasReturn ? 1 : 0), limits)
        guard hasReturn else { throw .bareLineFeed }
        var line = carry
        carry = []
        line.append(input, offset..<end)
        line.removeLast()
        offset = end + 1
        return line
    }

    /// Checks the length of a line in a chunked body, which is a chunk's size with its extension, or a trailer.
    ///
    /// - Parameter length: the number of bytes of the line without its CRLF, or of the part that has arrived.
    private func checkLength(_ length: Int, _ limits: ParserLimits) throws(Refusal) {
        if case .trailers = phase {
            guard length > 0 else { return }
            if trailerCount == limits.fieldCount { throw .tooManyFields }
            if trailerBytes + length + 2 > limits.fieldBytes { throw .fieldsTooLarge }
        } else if length > ChunkedBody.sizeDigits + ChunkedBody.extensionBytes {
            throw .chunkExtensionTooLong
        }
    }

    private mutating func takeTrailer(_ line: [UInt8], _ limits: ParserLimits) throws(Refusal) {
        trailerCount += 1
        trailerBytes += line.count + 2
        let bytes = unsafe line.span.bytes
        let field = try HTTPHeaders.Field(0..<line.count, of: bytes)
        if bytes.isForbiddenTrailer(field.name) { throw .forbiddenTrailer }
    }
}
