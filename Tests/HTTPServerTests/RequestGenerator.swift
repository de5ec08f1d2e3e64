import Fuzzing
import Identifiers

/// Generates valid, nearly valid and invalid requests: first by the grammar, and then with mutations of the details in
/// which servers differ.
struct RequestGenerator {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// One to three requests as contiguous bytes.
    mutating func next() -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0...random.index(below: 3) { appendRequest(to: &bytes) }
        if random.oneIn(3) {
            for _ in 0...random.index(below: 3) { mutate(&bytes) }
        }
        return bytes
    }

    private mutating func appendRequest(to bytes: inout [UInt8]) {
        if random.oneIn(30) { bytes.append("\r\n") }
        bytes.append(random.oneIn(20) ? random.pick(Vocabulary.oddMethods) : random.pick(Vocabulary.methods))
        bytes.append(random.oneIn(100) ? random.pick(Vocabulary.oddSpaces) : " ")
        appendTarget(to: &bytes)
        bytes.append(random.oneIn(100) ? random.pick(Vocabulary.oddSpaces) : " ")
        bytes.append(random.oneIn(15) ? random.pick(Vocabulary.oddVersions) : "HTTP/1.1")
        bytes.append("\r\n")
        if !random.oneIn(40) {
            appendField("Host", random.oneIn(30) ? random.pick(Vocabulary.oddHosts) : "a.example", to: &bytes)
        }
        for _ in 0..<random.index(below: 4) {
            appendField(
                random.pick(Vocabulary.names), random.pick(random.oneIn(12) ? Vocabulary.oddValues : Vocabulary.values),
                to: &bytes)
        }
        if random.oneIn(8) { appendField("Connection", random.pick(Vocabulary.connections), to: &bytes) }
        if random.oneIn(30) { appendField("Expect", random.pick(["100-continue", "100-Continue", "x"]), to: &bytes) }
        appendBody(to: &bytes)
    }

    private mutating func appendTarget(to bytes: inout [UInt8]) {
        if random.oneIn(20) { return bytes.append(random.pick(Vocabulary.oddTargets)) }
        for _ in 0...random.index(below: 3) {
            bytes.append("/")
            bytes.append(random.oneIn(12) ? random.pick(Vocabulary.oddSegments) : random.pick(Vocabulary.segments))
        }
        if random.oneIn(3) {
            bytes.append("?")
            bytes.append(random.oneIn(10) ? random.pick(Vocabulary.oddSegments) : random.pick(Vocabulary.queries))
        }
    }

    private mutating func appendField(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        bytes.append(random.oneIn(10) ? name.lowercased() : name)
        bytes.append(random.oneIn(60) ? random.pick(Vocabulary.oddColons) : ": ")
        bytes.append(value)
        bytes.append(random.oneIn(60) ? random.pick(Vocabulary.oddLineEnds) : "\r\n")
    }

    private mutating func appendBody(to bytes: inout [UInt8]) {
        let length = random.oneIn(20) ? random.index(below: 3_000) : random.index(below: 24)
        switch random.index(below: 6) {
        case 0, 1:
            appendField(
                "Content-Length", random.oneIn(12) ? random.pick(Vocabulary.oddLengths) : String(length), to: &bytes)
            if random.oneIn(40) { appendField("Content-Length", String(length), to: &bytes) }
            if random.oneIn(40) { appendField("Transfer-Encoding", "chunked", to: &bytes) }
            bytes.append("\r\n")
            appendData(length, to: &bytes)
        case 2, 3:
            appendField(
                "Transfer-Encoding", random.oneIn(12) ? random.pick(Vocabulary.oddCodings) : "chunked", to: &bytes)
            if random.oneIn(40) { appendField("Transfer-Encoding", random.pick(Vocabulary.oddCodings), to: &bytes) }
            bytes.append("\r\n")
            for _ in 0..<random.index(below: 4) { appendChunk(1 + length, to: &bytes) }
            bytes.append(random.oneIn(20) ? random.pick(Vocabulary.oddLastChunks) : "0\r\n")
            if random.oneIn(8) { appendField(random.pick(Vocabulary.trailers), "x", to: &bytes) }
            bytes.append("\r\n")
        case _:
            bytes.append("\r\n")
        }
    }

    private mutating func appendChunk(_ length: Int, to bytes: inout [UInt8]) {
        if random.oneIn(15) { bytes.append(random.pick(Vocabulary.oddSizePrefixes)) }
        bytes.append(String(length, radix: 16, uppercase: random.oneIn(2)))
        if random.oneIn(12) { bytes.append(random.pick(Vocabulary.extensions)) }
        bytes.append("\r\n")
        appendData(length, to: &bytes)
        bytes.append(random.oneIn(40) ? random.pick(Vocabulary.oddLineEnds) : "\r\n")
    }

    private mutating func appendData(_ length: Int, to bytes: inout [UInt8]) {
        for index in 0..<length { bytes.append(UInt8(ascii: "a") + UInt8(truncatingIfNeeded: index % 26)) }
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let place = random.index(below: bytes.count)
        switch random.index(below: 8) {
        case 0: bytes[place] = random.pick(Vocabulary.oddBytes)
        case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 2: bytes.insert(random.pick(Vocabulary.oddBytes), at: place)
        case 3: bytes.remove(at: place)
        case 4: bytes.removeLast(bytes.count - place)
        case 5: repeatLine(at: place, in: &bytes)
        case 6: breakLineEnd(after: place, in: &bytes)
        case _: bytes[place] ^= 1 << UInt8(random.index(below: 8))
        }
    }

    private mutating func repeatLine(at place: Int, in bytes: inout [UInt8]) {
        let start = bytes[..<place].lastIndex(of: 10).map { $0 + 1 } ?? 0
        let end = bytes[place...].firstIndex(of: 10).map { $0 + 1 } ?? bytes.count
        bytes.insert(contentsOf: Array(bytes[start..<end]), at: random.oneIn(2) ? end : start)
    }

    private mutating func breakLineEnd(after place: Int, in bytes: inout [UInt8]) {
        guard let end = bytes[place...].firstIndex(of: 10) else { return }
        switch random.index(below: 4) {
        case 0: bytes.remove(at: end)
        case 1: bytes.insert(13, at: end)
        case 2: if end > 0 { bytes.remove(at: end - 1) }
        case _: bytes.insert(contentsOf: [32], at: end + 1)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ text: String) { append(contentsOf: text.utf8) }
}
