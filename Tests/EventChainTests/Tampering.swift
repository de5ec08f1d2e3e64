import EventChain
import EventSourcing
import Identifiers
import SQL
import Testing
import Theatre

/// Statements by which the database's owner tampers with the history, and the chain verification's findings then.
struct Tampering: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let statements: [Statement]
    let findings: [ChainFinding]
    /// The findings of the chain verification of an export; `nil` if they are the same as those of the database.
    var findingsInExport: [ChainFinding]?

    static let theatre = UUIDBytes.theatre

    private static func event(_ what: Statement) -> [Statement] {
        ["UPDATE event SET " + what + " WHERE clinic_id = \(theatre) AND position = 10"]
    }

    /// The kinds of tampering that are tested. Before the tampering, one theatre has twenty chained events, and the
    /// other has seven.
    static let all: [Tampering] = [
        altering("an altered letter in an event's data", "data = replace(data::text, 'Ada', 'Ida')::json"),
        altering("an added space in an event's data", "data = (data::text || ' ')::json"),
        altering("altered metadata of an event", "metadata = '{\"role\":\"admin\"}'"),
        altering("an altered recording time of an event", "recorded_at = recorded_at + interval '1 microsecond'"),
        altering("an altered schema version of an event", "schema_version = 2"),
        altering("an altered type of an event", "type = 'seat-released'"),
        altering("a removed command id of an event", "command_id = NULL"),
        altering("an altered command id of an event", "command_id = gen_random_uuid()"),
        altering(
            "an event with data, metadata and command id of another event",
            """
            data = other.data, metadata = other.metadata, command_id = other.command_id
            FROM (SELECT * FROM event WHERE clinic_id = \(theatre) AND position = 11) AS other
            """, table: "event."),
        Tampering(
            testDescription: "a deleted event",
            statements: ["DELETE FROM event WHERE clinic_id = \(theatre) AND position = 10"],
            findings: [.missingEvents(clinic: theatre, positions: 10...10)]),
        Tampering(
            testDescription: "a deleted event whose position is filled by the next event",
            statements: [
                "DELETE FROM event WHERE clinic_id = \(theatre) AND position = 18",
                "UPDATE event SET position = 18 WHERE clinic_id = \(theatre) AND position = 19",
                "UPDATE event SET position = 19 WHERE clinic_id = \(theatre) AND position = 20",
                "UPDATE clinic_feed SET last_position = 19 WHERE clinic_id = \(theatre)",
            ],
            findings: [
                .alteredEvent(clinic: theatre, position: 18), .alteredEvent(clinic: theatre, position: 19),
                .missingEvents(clinic: theatre, positions: 20...20),
            ],
            findingsInExport: [
                .alteredEvent(clinic: theatre, position: 18), .alteredEvent(clinic: theatre, position: 19),
                .missingEvents(clinic: theatre, positions: 20...20),
            ]),
        Tampering(
            testDescription: "an inserted event, with later events moved by one position",
            statements: [
                "UPDATE event SET position = 21 WHERE clinic_id = \(theatre) AND position = 20",
                "UPDATE event SET position = 20 WHERE clinic_id = \(theatre) AND position = 19",
                """
                INSERT INTO event SELECT clinic_id, 19, recorded_at, schema_version, type, data, metadata, NULL
                FROM event WHERE clinic_id = \(theatre) AND position = 5
                """,
                "UPDATE clinic_feed SET last_position = 21 WHERE clinic_id = \(theatre)",
            ],
            findings: [
                .alteredEvent(clinic: theatre, position: 19), .alteredEvent(clinic: theatre, position: 20),
            ]),
        Tampering(
            testDescription: "an event inserted after the feed's end",
            statements: [
                """
                INSERT INTO event SELECT clinic_id, 21, recorded_at, schema_version, type, data, metadata, NULL
                FROM event WHERE clinic_id = \(theatre) AND position = 5
                """
            ],
            findings: [.eventsBeyondFeed(clinic: theatre, positions: 21...21)], findingsInExport: []),
        Tampering(
            testDescription: "an event inserted at the largest possible position",
            statements: [
                """
                INSERT INTO event SELECT clinic_id, \(Int64.max), recorded_at, schema_version, type, data, metadata, NULL
                FROM event WHERE clinic_id = \(theatre) AND position = 5
                """
            ],
            findings: [.misplacedEvent(clinic: theatre, position: .max)]),
        Tampering(
            testDescription: "a hash removed from the middle of a chain",
            statements: [
                """
                INSERT INTO chain_segment SELECT clinic_id, 11, substr(hashes, 10 * 32 + 1) FROM chain_segment
                WHERE clinic_id = \(theatre)
                """,
                """
                UPDATE chain_segment SET hashes = substr(hashes, 1, 9 * 32)
                WHERE clinic_id = \(theatre) AND first_position = 1
                """,
            ],
            findings: [.missingHashes(clinic: theatre, positions: 10...10)]),
        Tampering(
            testDescription: "two events exchanged",
            statements: [
                "UPDATE event SET position = 999 WHERE clinic_id = \(theatre) AND position = 7",
                "UPDATE event SET position = 7 WHERE clinic_id = \(theatre) AND position = 14",
                "UPDATE event SET position = 14 WHERE clinic_id = \(theatre) AND position = 999",
            ],
            findings: [.alteredEvent(clinic: theatre, position: 7), .alteredEvent(clinic: theatre, position: 14)]),
        Tampering(
            testDescription: "deleted last events",
            statements: ["DELETE FROM event WHERE clinic_id = \(theatre) AND position > 18"],
            findings: [.missingEvents(clinic: theatre, positions: 19...20)]),
        Tampering(
            testDescription: "deleted last events, with their hashes and all signed heads",
            statements: [
                "DELETE FROM event WHERE clinic_id = \(theatre) AND position > 18",
                "UPDATE clinic_feed SET last_position = 18 WHERE clinic_id = \(theatre)",
                "UPDATE chain_segment SET hashes = substr(hashes, 1, 18 * 32) WHERE clinic_id = \(theatre)",
                "DELETE FROM chain_head",
            ],
            findings: [.missingEvents(clinic: theatre, positions: 19...20)]),
        Tampering(
            testDescription: "deleted events, hashes and signed heads of a whole clinic",
            statements: [
                "DELETE FROM event WHERE clinic_id = \(theatre)",
                "DELETE FROM clinic_feed WHERE clinic_id = \(theatre)",
                "DELETE FROM chain_segment WHERE clinic_id = \(theatre)", "DELETE FROM chain_head",
            ],
            findings: [.missingEvents(clinic: theatre, positions: 1...20)]),
        Tampering(
            testDescription: "an altered hash",
            statements: [
                "UPDATE chain_segment SET hashes = set_byte(hashes, 9 * 32, 255 - get_byte(hashes, 9 * 32)) WHERE clinic_id = \(theatre)"
            ],
            findings: [.alteredHash(clinic: theatre, position: 10)]),
        Tampering(
            testDescription: "an altered event, and a clinic's hashes and all signed heads deleted",
            statements: ["DELETE FROM chain_segment WHERE clinic_id = \(theatre)", "DELETE FROM chain_head"]
                + event("data = replace(data::text, 'Ada', 'Ida')::json"),
            findings: [
                .rewritten(
                    clinic: theatre, positions: 1...20, signedAt: Instant(secondsSince1970: 1_795_000_000))
            ]),
    ]

    private static func altering(_ what: String, _ change: Statement, table: Statement = "") -> Tampering {
        Tampering(
            testDescription: what,
            statements: [
                "UPDATE event SET " + change
                    + (table.text.isEmpty ? " WHERE " : " WHERE event.position = 10 AND event.")
                    + "clinic_id = \(theatre)"
                    + (table.text.isEmpty ? " AND position = 10" : "")
            ],
            findings: [.alteredEvent(clinic: theatre, position: 10)])
    }
}
