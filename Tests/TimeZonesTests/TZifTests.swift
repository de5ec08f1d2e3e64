import TestSupport
import Testing
import TimeZones

@Suite struct TZifTests {
    private static let change: Int64 = 1_000_000_000

    @Test(arguments: [UInt8(0), UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "4")])
    func `time zone files of versions 1 to 4 are parsed`(version: UInt8) throws {
        var file = MadeZone.hours(2, since: Self.change, before: 1)
        file.version = version
        let zone = try Zone(tzif: file.bytes)
        #expect(zone.offset(at: Self.change - 1) == 3600)
        #expect(zone.offset(at: Self.change) == 7200)
        #expect(zone.offset(at: .max) == 7200 && zone.offset(at: .min) == 3600)
    }

    @Test
    func `a time zone abbreviation is not accepted as a zone, although the zone database has a file of that name`()
        throws
    {
        let rules = ZoneRules(release: "", zones: ["CET": .utc, "Europe/Berlin": .utc])
        #expect(["CET", "Europe/Berlin", "UTC"].map { rules[$0] != nil } == [false, true, true])
    }

    @Test func `a truncated time zone file is refused, wherever it is truncated`() {
        let whole = MadeZone.hours(2, since: Self.change, before: 1).bytes
        for count in whole.indices {
            #expect(throws: MalformedZone.self) { try Zone(tzif: Array(whole.prefix(count))) }
        }
    }

    @Test func `a malformed time zone file is refused with a message that gives the reason`() {
        func refused(_ change: (inout MadeZone) -> Void) -> String { refusal(of: made(change)) }
        #expect(refused { $0.version = UInt8(ascii: "5") } == "a version that is not known")
        #expect(refused { $0.offsets = [] } == "no local time types, or too many")
        #expect(refused { $0.transitions[0].type = 2 } == "a transition to a type that is not there")
        #expect(refused { $0.transitions.append((at: 5, type: 0)) } == "transitions out of order")
        #expect(refused { $0.offsets[0] = 93_600 } == "an offset of more than a day")
        #expect(refused { $0.transitions[0].at = 1 << 60 } == "a transition out of range")
        #expect(refused { $0.footer = "CET-1" } == "the footer contradicts the last transition")
        #expect(refusal(of: Array("tzif, or nothing of the kind".utf8)) == "not a TZif file")
        #expect(refusal(of: []) == "it ends within the header")
        #expect(refusal(of: made { _ in } + [0]) == "no footer between newlines at the end")
        // Byte 31 of the zone file's second header belongs to the number of leap seconds.
        #expect(refusal(of: made { _ in }, setting: 31, to: 1) == "it counts leap seconds")
        #expect(refusal(of: made { _ in }, setting: 23, to: 1) == "UT indicators that are not one for each type")
        #expect(
            refusal(of: made { _ in }, setting: 27, to: 1)
                == "standard time indicators that are not one for each type")
        #expect(refusal(of: made { _ in }, setting: 4, to: 0x33) == "two headers of different versions")
    }

    @Test(
        arguments: [
            "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CE-1", "CET",
            "CET-1CEST,M3.5.7,M10.5.0", "CET-25", "CET-1:60", "<CET-1", "CET-1CEST,J0,J5", "CET-1CEST,366,5",
            "CET-1CEST,M3.5.0,M10.5.0,", "CET-1CEST,M3.5.0/25,M10.5.0", "CET-1CEST,M3.5.0/-1,M10.5.0", "CET-1 ",
        ])
    func `a time zone file's footer that POSIX does not allow is refused`(footer: String) {
        let file = made { zone in
            zone.transitions = []
            zone.footer = footer
        }
        #expect(throws: MalformedZone.self) { try Zone(tzif: file) }
    }

    @Test func `the rule in the footer of a time zone file without transitions gives the zone's offsets`() throws {
        func zone(_ footer: String, version: UInt8 = UInt8(ascii: "3")) throws -> Zone {
            try Zone(
                tzif: made { zone in
                    zone.version = version
                    zone.transitions = []
                    zone.footer = footer
                })
        }
        // The last Sundays of March and October 2199 are the 31st and the 27th.
        let berlin = try zone("CET-1CEST,M3.5.0,M10.5.0/3")
        #expect(berlin.offset(at: 7_234_275_599) == 3600 && berlin.offset(at: 7_234_275_600) == 7200)
        #expect(berlin.offset(at: 7_252_419_599) == 7200 && berlin.offset(at: 7_252_419_600) == 3600)
        // South of the equator, summer time lasts across the end of the year.
        let sydney = try zone("AEST-10AEDT,M10.1.0,M4.1.0/3")
        #expect(sydney.offset(at: 1_798_761_600) == 39_600)
        // Summer time applies all year round, in the form of RFC 9636 §3.3.1.
        let always = try zone("XXX3EDT4,0/0,J365/23")
        #expect(Set((0..<400).map { always.offset(at: 1_790_000_000 + $0 * 86_400) }) == [-14_400])
        // Julian days do not include February 29: J60 is March 1 also in 2028, when the zero-based day 59 is February
        // 29.
        let julian = try zone("AAA0BBB,J60/0,J61/0")
        #expect(julian.offset(at: 1_835_481_600) == 3600 && julian.offset(at: 1_835_481_599) == 0)
        let zeroBased = try zone("AAA0BBB,59/0,60/0")
        #expect(zeroBased.offset(at: 1_835_395_200) == 3600 && zeroBased.offset(at: 1_835_481_600) == 0)
    }

    private func made(_ change: (inout MadeZone) -> Void) -> [UInt8] {
        var zone = MadeZone.hours(2, since: Self.change, before: 1)
        change(&zone)
        return zone.bytes
    }

    /// The refusal of a zone file whose second header has another value in one byte.
    ///
    /// - Parameter byte: the offset in the second header.
    private func refusal(of bytes: [UInt8], setting byte: Int, to value: UInt8) -> String {
        var bytes = bytes
        // The second header of the zone file comes after the first header and its block of one transition and two
        // types.
        bytes[44 + 5 + 12 + 4 + byte] = value
        return refusal(of: bytes)
    }

    private func refusal(of bytes: [UInt8]) -> String {
        do {
            _ = try Zone(tzif: bytes)
            return "none"
        } catch { return error.description }
    }
}
