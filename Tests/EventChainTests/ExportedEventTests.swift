import EventChain
import Testing

@Suite struct ExportedEventTests {
    private static let line = """
        {"clinic_id":"00000000-0000-7000-8000-000000000001","position":1,"recorded_at":"2026-11-23T12:00:00.000000Z",\
        "schema_version":1,"type":"seat-booked","data":"{}","metadata":"{}","command_id":null,"hash":null}
        """

    @Test func `the line of an exported event is the same after it is decoded and encoded again`() throws {
        let event = try ExportedEvent(line: Array(Self.line.utf8))
        var written: [UInt8] = []
        event.append(to: &written)
        #expect(String(decoding: written, as: UTF8.self) == Self.line + "\n")
    }

    @Test(arguments: [
        (#""schema_version":1"#, #""schema_version":4294967297"#),
        (#""command_id":null"#, #""command_id":"anybody's""#),
        (#""command_id":null"#, #""command_id":7"#), (#""hash":null"#, #""hash":"abc""#), (#","hash":null"#, ""),
        (#""hash":null"#, #""hash":null,"note":"never mind""#), (#""position":1"#, #""position":"1""#),
        ("12:00:00.000000Z", "12:00:00Z"), (#""data":"{}""#, #""data":{}"#),
    ])
    func `an exported event's line with an unexpected member or format is refused`(_ said: String, _ altered: String)
        throws
    {
        let line = Self.line.replacing(said, with: altered)
        #expect(line != Self.line)
        #expect(throws: ExportedEvent.MalformedLine.self) { try ExportedEvent(line: Array(line.utf8)) }
    }
}
