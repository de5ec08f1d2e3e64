import EventChain
import EventSourcing
import Identifiers
import PostgresClient
import SQL
import TestSupport
import Testing
import Theatre

/// Compares signed heads that are stored outside the database with a database that was restored to an earlier state.
@Suite(.database(.theatre)) struct ChainRollbackTests {
    @Test func `a database restored from a backup contradicts the signed heads that were made after the backup`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.book(20)
        try await ChainProcess.run(database) { process in
            try await process.catchUp()
            try await process.sign()
        }
        try await database.book(5, from: 20)
        let outside = try await ChainProcess.run(database) { process in
            try await process.catchUp()
            let heads = try await process.signOutside(at: 1_795_000_060)
            #expect(heads.map(\.position).sorted() == [9, 25], "of both clinics")
            #expect(try await process.signOutside(at: 1_795_000_120).isEmpty, "nothing was appended meanwhile")
            return heads
        }
        #expect(try await database.numbers("SELECT count(*) FROM chain_head") == [2], "those of the hour")
        #expect(try await database.verifyChain(heads: outside).findings == [])

        try await database.tamper(
            "DELETE FROM event WHERE clinic_id = \(UUIDBytes.theatre) AND position > 20",
            "DELETE FROM event_tag WHERE clinic_id = \(UUIDBytes.theatre) AND position > 20",
            "UPDATE clinic_feed SET last_position = 20 WHERE clinic_id = \(UUIDBytes.theatre)",
            "DELETE FROM chain_segment")
        try await ChainProcess.run(database) { process in try await process.catchUp() }
        #expect(try await database.verifyChain().findings == [], "from within nothing is to be seen")
        for size in [1, HeadSorter.usualPage] {
            #expect(
                try await database.verifyChain(heads: outside, headsInPage: size).findings == [
                    .missingEvents(clinic: .theatre, positions: 21...25)
                ])
        }
    }
}
