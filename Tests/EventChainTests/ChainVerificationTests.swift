import Crypto
import EventChain
import EventLoop
import EventSourcing
import Identifiers
import PostgresClient
import SQL
import TestSupport
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

    /// The kinds of tampering that are tested. Before each, one theatre has twenty chained events, the other has seven.
    static let all: [Tampering] = [
        altering("data, one letter of it", "data = replace(data::text, 'Ada', 'Ida')::json"),
        altering("data, a space in it", "data = (data::text || ' ')::json"),
        altering("metadata", "metadata = '{\"role\":\"admin\"}'"),
        altering("when it was recorded", "recorded_at = recorded_at + interval '1 microsecond'"),
        altering("the version", "schema_version = 2"),
        altering("the type", "type = 'seat-released'"),
        altering("whose command it was", "command_id = NULL"),
        altering("which command it was", "command_id = gen_random_uuid()"),
        altering(
            "all of it, as another's",
            """
            data = other.data, metadata = other.metadata, command_id = other.command_id
            FROM (SELECT * FROM event WHERE clinic_id = \(theatre) AND position = 11) AS other
            """, table: "event."),
        Tampering(
            testDescription: "deleting",
            statements: ["DELETE FROM event WHERE clinic_id = \(theatre) AND position = 10"],
            findings: [.missingEvents(clinic: theatre, positions: 10...10)]),
        Tampering(
            testDescription: "deleting, and closing up",
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
            testDescription: "inserting, and making room",
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
            testDescription: "inserting behind the end",
            statements: [
                """
                INSERT INTO event SELECT clinic_id, 21, recorded_at, schema_version, type, data, metadata, NULL
                FROM event WHERE clinic_id = \(theatre) AND position = 5
                """
            ],
            findings: [.eventsBeyondFeed(clinic: theatre, positions: 21...21)], findingsInExport: []),
        Tampering(
            testDescription: "inserting at the last position that there can be",
            statements: [
                """
                INSERT INTO event SELECT clinic_id, \(Int64.max), recorded_at, schema_version, type, data, metadata, NULL
                FROM event WHERE clinic_id = \(theatre) AND position = 5
                """
            ],
            findings: [.misplacedEvent(clinic: theatre, position: .max)]),
        Tampering(
            testDescription: "taking a hash out of the middle",
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
            testDescription: "swapping two",
            statements: [
                "UPDATE event SET position = 999 WHERE clinic_id = \(theatre) AND position = 7",
                "UPDATE event SET position = 7 WHERE clinic_id = \(theatre) AND position = 14",
                "UPDATE event SET position = 14 WHERE clinic_id = \(theatre) AND position = 999",
            ],
            findings: [.alteredEvent(clinic: theatre, position: 7), .alteredEvent(clinic: theatre, position: 14)]),
        Tampering(
            testDescription: "cutting off the end",
            statements: ["DELETE FROM event WHERE clinic_id = \(theatre) AND position > 18"],
            findings: [.missingEvents(clinic: theatre, positions: 19...20)]),
        Tampering(
            testDescription: "cutting off the end, and whatever else the database says of it",
            statements: [
                "DELETE FROM event WHERE clinic_id = \(theatre) AND position > 18",
                "UPDATE clinic_feed SET last_position = 18 WHERE clinic_id = \(theatre)",
                "UPDATE chain_segment SET hashes = substr(hashes, 1, 18 * 32) WHERE clinic_id = \(theatre)",
                "DELETE FROM chain_head",
            ],
            findings: [.missingEvents(clinic: theatre, positions: 19...20)]),
        Tampering(
            testDescription: "deleting a clinic and every trace of it",
            statements: [
                "DELETE FROM event WHERE clinic_id = \(theatre)",
                "DELETE FROM clinic_feed WHERE clinic_id = \(theatre)",
                "DELETE FROM chain_segment WHERE clinic_id = \(theatre)", "DELETE FROM chain_head",
            ],
            findings: [.missingEvents(clinic: theatre, positions: 1...20)]),
        Tampering(
            testDescription: "a hash",
            statements: [
                "UPDATE chain_segment SET hashes = set_byte(hashes, 9 * 32, 255 - get_byte(hashes, 9 * 32)) WHERE clinic_id = \(theatre)"
            ],
            findings: [.alteredHash(clinic: theatre, position: 10)]),
        Tampering(
            testDescription: "losing the hashes",
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

@Suite(.database(.theatre)) struct `The verification of the chain` {
    @Test(arguments: Tampering.all) func `the chain verification reports each kind of tampering`(_ tampering: Tampering)
        async throws
    {
        let database = try TestDatabase.current
        let heads = try await chained(database)
        try await database.withConnection { connection in
            _ = try await connection.perform(["SET session_replication_role = replica"] + tampering.statements)
        }
        let report = try await database.verifyChain(heads: heads)
        #expect(report.findings == tampering.findings)
        let inExport = try await database.verifyExport(heads: heads)
        #expect(inExport.findings == tampering.findingsInExport ?? tampering.findings)
    }

    @Test func `the chain verification reports no difference for an intact event log and its signed heads`()
        async throws
    {
        let database = try TestDatabase.current
        let heads = try await chained(database)
        #expect(heads.map(\.position) == [20, 7])
        for report in [try await database.verifyChain(heads: heads), try await database.verifyExport(heads: heads)] {
            #expect(report.findings == [])
            #expect(report.further == 0)
            #expect(report.events == 27)
            #expect(report.clinics == 2)
            #expect(report.heads == 2)
            #expect(report.unchained == 0)
        }
    }

    @Test func `the chain verification counts events not chained yet, and reports no difference for them`() async throws
    {
        let database = try TestDatabase.current
        let heads = try await chained(database)
        try await database.book(2, from: 20)
        for report in [try await database.verifyChain(heads: heads), try await database.verifyExport(heads: heads)] {
            #expect(report.findings == [])
            #expect(report.unchained == 3)
        }
    }

    @Test func `an event log with an altered event and hashes computed again contradicts the signed heads`()
        async throws
    {
        let database = try TestDatabase.current
        let early = try await chained(database)
        try await database.book(10, from: 20)
        let late = try await ChainProcess.run(database) { process in
            try await process.catchUp()
            return try await process.sign(at: 1_795_003_600)
        }
        try await database.tamper(
            "UPDATE event SET data = replace(data::text, 'Ada', 'Ida')::json WHERE clinic_id = \(UUIDBytes.theatre) AND position = 25",
            "DELETE FROM chain_segment", "DELETE FROM chain_head")
        // The next server that starts adds the altered events to the hash chain and signs new heads.
        try await ChainProcess.run(database) { process in
            try await process.catchUp()
            try await process.sign(at: 1_795_007_200)
        }
        #expect(try await database.verifyChain().findings == [])
        let report = try await database.verifyChain(heads: early + late)
        #expect(
            report.findings == [
                .rewritten(
                    clinic: .theatre, positions: 21...30, signedAt: Instant(secondsSince1970: 1_795_003_600))
            ])
        #expect(report.heads == 5)
    }

    @Test func `a signed head is valid only if a known key signed exactly its content`() async throws {
        let database = try TestDatabase.current
        let heads = try await chained(database)
        let head = try #require(heads.first)
        // Change the position in the stored signed head. The signature was made for the original position.
        try await database.tamper("UPDATE chain_head SET position = 19 WHERE clinic_id = \(UUIDBytes.theatre)")
        let forged = try await database.verifyChain()
        #expect(
            forged.findings == [
                .unprovenHead(clinic: .theatre, position: 19, reason: "its signature does not hold")
            ])
        let another = ChainKeyRing(["another": P256.Signing.PrivateKey().publicKey])
        #expect(another.objection(to: head) == "nobody has the key that it names")
        let impostor = ChainKeyRing([head.key: P256.Signing.PrivateKey().publicKey])
        #expect(impostor.objection(to: head) == "its signature does not hold")
    }

    @Test func `signed heads are stored in the database only after they are stored outside the database`() async throws
    {
        struct Full: Error {}
        let database = try TestDatabase.current
        try await database.book(3)
        try await ChainProcess.run(database) { process in
            try await process.catchUp()
            await #expect(throws: Full.self) { try await process.sign { _ in throw Full() } }
            #expect(try await database.numbers("SELECT count(*) FROM chain_head") == [0])
            #expect(try await process.sign().count == 2)
            #expect(try await database.numbers("SELECT count(*) FROM chain_head") == [2])
            #expect(try await process.sign().isEmpty)
        }
    }

    @Test func `an event's digest in the hash chain is the same from a query, a binary COPY or an export`() async throws
    {
        let database = try TestDatabase.current
        _ = try await chained(database)
        // Give the first event text that can be encoded in JSON in several ways, and a column that is NULL.
        try await database.tamper(
            """
            UPDATE event SET data = E'{ "a" :\\t"\\\\u00e4 \\\\/ ü 😀"\\n}', recorded_at = '1999-12-31 23:59:59.999999Z', command_id = NULL
            WHERE clinic_id = \(UUIDBytes.theatre) AND position = 1
            """, "DELETE FROM chain_segment", "DELETE FROM chain_head")
        try await ChainProcess.run(database) { process in try await process.catchUp() }
        #expect(try await database.verifyExport().findings == [])
        try await database.withPool { pool in
            for position: Int64 in 1...20 {
                let proof = try await ChainProof.of(position, in: .theatre, from: pool)
                #expect(proof.previous.chained(with: proof.digest) == proof.hash)
                guard case .unsigned(let end) = proof.head else { throw AlreadySigned() }
                #expect(proof.path.reduce(proof.hash) { $0.chained(with: $1) } == end.hash)
                #expect(end.position == 20)
            }
        }
    }

    private struct AlreadySigned: Error {}

    /// Books twenty seats in one theatre and seven in the other, chains the events and signs the heads of both chains.
    private func chained(_ database: TestDatabase) async throws -> [SignedHead] {
        try await database.book(20)
        return try await ChainProcess.run(database) { process in
            try await process.catchUp()
            return try await process.sign()
        }
    }
}
