import EventChain
import Testing

/// Tests the digest of records with values of PostgreSQL 15: `SELECT sha256(convert_to(ARRAY[…]::text, 'UTF8'))`.
@Suite struct RecordDigestTests {
    private static let lists: [(list: [String?], digest: String)] = [
        ([], "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"),
        ([nil], "46bf07073bbb3245043fe06aa4b9e95efe3b0c5c8a3afe3cd792b049faeb5009"),
        ([""], "e0387c90ff22e944b16baf78f6c4273c139c49200d36e116613038d05984d89e"),
        (["null"], "13d3e25102c63fd5fb38edd24dfbc44adef9f7482f1483fde96ca07ae14a843d"),
        (["NULL", nil], "f7d63746f67833f48d4474d772beeb97fc2ebe0d8c2d3da5a18a42c3f3e975f0"),
        (["a", "b c"], "950dea6b829e1ad39200c1fe7bb594acdd773e397bb3a9094a02c8fc962a42f6"),
        (["a,b", "{}"], "c83a35655d32fd6fd2e03ab1621ec23db7b634b0f71789e593597637c2a4dc9b"),
        (["\"", "\\", "\\\"", "tab\there"], "1c2b759ec081b480f5e7d368ba56a238f9772cb1549e05494db841707af874c4"),
        (["line\nend", "\u{b}", "\r"], "f82b68be1ab642e9803c88097653f06f4f2f4c2944d546f867580e7b510bc6b6"),
        (["ü", "日本 語", "\u{a0}"], "c38ca5af78085c3cebf6985ecf89795064371b935bac7857269862ebd9c1ca28"),
        (["nullx", "true"], "91f91b59d3ac3e920a37ce38a00374e3b610629a95b6c89d653afae7bfd31079"),
    ]

    @Test func `a digest in the program equals the digest that PostgreSQL makes of an array of texts`() {
        for (list, digest) in Self.lists { #expect(RecordDigest.hex(RecordDigest.of(list)) == digest, "\(list)") }
    }
}
