import Crypto
import EventChain
import EventSourcing
import Identifiers
import Testing
import Theatre

/// Compares verifications that read the signed heads in tiny pages, from temporary files, with verifications that keep
/// all signed heads in one page.
@Suite struct HeadPageTests {
    @Test(arguments: 1...40)
    func `a chain verification finds the same damage with tiny pages of signed heads as with one page`(
        _ seed: Int
    ) throws {
        let history = try DamagedHistory(seed: seed)
        let whole = try history.verify()
        #expect(whole.heads == history.agreeing.count)
        let rewritten = whole.findings.filter { if case .rewritten = $0 { true } else { false } }
        #expect(rewritten == (history.rewritten.map { [$0] } ?? []))
        for size in [1, 2, 3, 7, history.heads.count - 1] {
            #expect(try history.verify(headsInPage: size) == whole, "\(size) signed heads in a page")
        }
    }

    @Test(arguments: [1, 2, 3, 100])
    func `a range of rewritten events begins after the last agreeing signed head older than the contradicting one`(
        _ size: Int
    )
        throws
    {
        // The signed heads at the events 12 and 15 have the hash of another event.
        let heads: [(position: Int64, hashOf: Int, second: Int64)] = [
            (4, 4, 10), (6, 6, 11), (8, 8, 50), (12, 1, 20), (15, 1, 30), (16, 16, 60),
        ]
        let history = try DamagedHistory(events: 20, missing: [6]) { signer, hashes in
            try heads.map { head in
                let point = ChainPoint(position: head.position, hash: hashes[head.hashOf])
                return try signer.sign(point, of: .theatre, at: DamagedHistory.time(head.second))
            }
        }
        let report = try history.verify(headsInPage: size)
        #expect(
            report.findings == [
                .missingEvents(clinic: .theatre, positions: 6...6),
                .rewritten(clinic: .theatre, positions: 5...12, signedAt: DamagedHistory.time(20)),
            ])
        #expect(report.further == 1, "the signed head at event 15")
        #expect(report.heads == 3)
    }

    @Test(arguments: [1, 8, 100])
    func `for each clinic, a chain verification lists up to twenty signed heads that it refuses, and counts the rest`(
        _ size: Int
    ) throws {
        let stranger = ChainSigner(name: "stranger", key: P256.Signing.PrivateKey())
        let clinics: [UUIDBytes] = [.theatre, .otherTheatre]
        let history = try DamagedHistory(events: 30, missing: []) { _, hashes in
            var heads: [SignedHead] = []
            for clinic in clinics {
                for position in 1...30 {
                    let point = ChainPoint(position: Int64(position), hash: hashes[position])
                    heads.append(try stranger.sign(point, of: clinic, at: DamagedHistory.time(0)))
                }
            }
            return heads
        }
        let report = try history.verify(headsInPage: size)
        var expected: [ChainFinding] = []
        for clinic in clinics {
            for position: Int64 in 1...20 {
                expected.append(
                    .unprovenHead(clinic: clinic, position: position, reason: "nobody has the key that it names"))
            }
        }
        #expect(report.findings == expected)
        #expect(report.further == 20)
        #expect(report.clinics == 1, "the one with events")
    }

    @Test(arguments: [1, 2, 3, 5, 64, 100])
    func `sorting signed heads removes duplicates and orders by clinic, position and time`(_ size: Int) throws {
        var random = SplitMix64(seed: 1)
        var heads: [SignedHead] = []
        for _ in 0..<64 {
            let clinic: UUIDBytes = Bool.random(using: &random) ? .theatre : .otherTheatre
            let point = ChainPoint(position: Int64.random(in: 1...9, using: &random), hash: .start(of: clinic))
            let time = DamagedHistory.time(Int64.random(in: 0...9, using: &random))
            heads.append(try ChainProcess.signer.sign(point, of: clinic, at: time))
        }
        heads += heads.shuffled(using: &random).prefix(20)
        let sorted = try SortedHeads.of(heads, headsInPage: size)
        #expect(sorted.count == 64)
        let found = try (0..<64).map { index in try #require(try sorted.heads(index..<(index + 1)).first) }
        #expect(found == found.sorted())
        #expect(Set(found).count == 64)
        let expected = heads.prefix(64).sorted {
            ($0.clinic, $0.position, $0.signedAt) < ($1.clinic, $1.position, $1.signedAt)
        }
        #expect(found.map(\.clinic) == expected.map(\.clinic))
        #expect(found.map(\.position) == expected.map(\.position))
        #expect(found.map(\.signedAt) == expected.map(\.signedAt))
    }
}
