import EventChain
import EventSourcing
import Identifiers
import Testing

/// Tests the hashes and texts that other programs compute according to `ops/provable-history.md`, with known values.
@Suite struct ChainFormTests {
    private let clinic = UUIDBytes(high: 0x0000_0000_0000_7000, low: 0x8000_0000_0000_0001)

    @Test func `a clinic's hash chain begins with the hash of the clinic's id`() {
        #expect(ChainHash.start(of: clinic).hex == "c02bc3d4b690e69ee932c33c3a99457cd37c081d0ed5ffbdba8125a19de5b240")
    }

    @Test func `the next hash of a hash chain is computed from the previous hash and the event's digest`() {
        let digest = ChainHash(ofEvent: Array("event".utf8)[...])
        #expect(
            ChainHash.start(of: clinic).chained(with: digest).hex
                == "7447d3f01928ddd39f71fa1d040769b516446bcd82f9ea8b71dac6fe0303dd4d")
    }

    @Test func `the signed text of a signed head contains its clinic, position, hash and time`() throws {
        let point = ChainPoint(position: 7, hash: .start(of: clinic))
        let head = try ChainProcess.signer.sign(point, of: clinic, at: Instant(secondsSince1970: 1_795_000_000))
        let text = """
            chairside chain head 1
            00000000-0000-7000-8000-000000000001
            7
            c02bc3d4b690e69ee932c33c3a99457cd37c081d0ed5ffbdba8125a19de5b240
            \(Instant(secondsSince1970: 1_795_000_000))

            """
        #expect(String(decoding: head.signedText, as: UTF8.self) == text)
    }
}
