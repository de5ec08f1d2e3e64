import Fuzzing
import HTTPServer
import Identifiers
import Testing

/// Tests that the parser finds the same requests and the same fault however the bytes are split.
@Suite struct SplitTests {
    @Test(arguments: MustReject.all.filter { $0.bytes.utf8.count < 400 })
    func `a malformed request split in two at any byte is refused for the same reason`(_ line: MustReject) {
        let bytes = Array(
            "POST /first HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc\(line.bytes)GET / HTTP/1.1\r\nHost: a\r\n\r\n"
                .utf8)
        let whole = parse([bytes])
        #expect(whole.refusal == line.refusal)
        for cut in bytes.indices {
            #expect(parse([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
        }
    }

    @Test(arguments: MustReject.all)
    func `a malformed request is refused for the same reason when it is sent byte by byte`(_ line: MustReject) {
        #expect(parse(Array(line.bytes.utf8).map { [$0] }) == parse(line.bytes))
    }

    @Test func `generated requests parse the same however their bytes are split`() {
        var generator = RequestGenerator(seed: 1)
        var random = SplitMix64(seed: 2)
        for round in 0..<2_000 {
            let bytes = generator.next()
            let whole = parse([bytes])
            #expect(parse(bytes.map { [$0] }) == whole, "round \(round), byte by byte")
            for _ in 0..<4 {
                #expect(parse(bytes.split(using: &random)) == whole, "round \(round), at random")
            }
            if bytes.count < 200, round % 10 == 0 {
                for cut in bytes.indices {
                    #expect(
                        parse([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "round \(round), cut at \(cut)")
                }
            }
        }
    }

    @Test func `generated requests parse the same under small size limits however their bytes are split`() {
        let limits = ParserLimits(requestLine: 40, fieldBytes: 90, fieldCount: 4, body: 20)
        var generator = RequestGenerator(seed: 3)
        var random = SplitMix64(seed: 4)
        for round in 0..<2_000 {
            let bytes = generator.next()
            let whole = parse([bytes], limits: limits)
            #expect(parse(bytes.map { [$0] }, limits: limits) == whole, "round \(round), byte by byte")
            #expect(parse(bytes.split(using: &random), limits: limits) == whole, "round \(round), at random")
        }
    }
}

extension [UInt8] {
    /// Splits these bytes into pieces of random sizes.
    fileprivate func split(using random: inout SplitMix64) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = self[...]
        while !rest.isEmpty {
            let count = Swift.min(rest.count, 1 + random.index(below: random.oneIn(3) ? 100 : 8))
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}
