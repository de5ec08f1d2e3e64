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

    @Test func `signed heads reveal an altered event even if the hashes were computed again after the change`()
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
        // The next server that starts adds the altered events to the hash chain and signs the chain's new end.
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
        #expect(another.objection(to: head) == .unknownKey)
        let impostor = ChainKeyRing([head.key: P256.Signing.PrivateKey().publicKey])
        #expect(impostor.objection(to: head) == .invalidSignature)
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

    /// Books twenty seats in one theatre and seven in the other, chains the events and signs the ends of both chains.
    private func chained(_ database: TestDatabase) async throws -> [SignedHead] {
        try await database.book(20)
        return try await ChainProcess.run(database) { process in
            try await process.catchUp()
            return try await process.sign()
        }
    }
}
