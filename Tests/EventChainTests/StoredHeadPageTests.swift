import Crypto
import EventChain
import EventSourcing
import Identifiers
import PostgresClient
import SQL
import TestSupport
import Testing
import Theatre

/// Compares verifications of a database that read the signed heads in tiny pages with verifications that keep all
/// signed heads in one page.
@Suite(.database(.theatre)) struct StoredHeadPageTests {
    /// The kinds of tampering that can be done to a chain of several segments. The other kinds change the only segment
    /// of a short chain.
    private static let tamperings = Tampering.all.filter {
        !["an altered hash", "a hash removed from the middle of a chain"].contains($0.testDescription)
    }

    @Test(arguments: tamperings)
    func `a chain verification finds the same tampering with tiny pages of signed heads as with one page`(
        _ tampering: Tampering
    ) async throws {
        let database = try TestDatabase.current
        var heads = try await ChainProcess.run(database) { process in
            var heads: [SignedHead] = []
            for round in 0..<5 {
                try await database.book(4, from: 4 * round)
                try await process.catchUp()
                let second = 1_795_000_000 + 60 * Int64(round)
                // The signed heads of the rounds 1 and 3 are stored only outside of the database.
                if round.isMultiple(of: 2) {
                    heads += try await process.sign(at: second)
                } else {
                    heads += try await process.signOutside(at: second)
                }
            }
            return heads
        }
        let forger = ChainSigner(name: ChainProcess.signer.name, key: P256.Signing.PrivateKey())
        let point = ChainPoint(position: 12, hash: .start(of: .theatre))
        heads.append(try forger.sign(point, of: .theatre, at: Instant(secondsSince1970: 1_795_000_000)))
        heads += heads.reversed()
        try await database.withConnection { connection in
            _ = try await connection.perform(["SET session_replication_role = replica"] + tampering.statements)
        }
        let whole = try await database.verifyChain(heads: heads)
        let wholeExport = try await database.verifyExport(heads: heads)
        #expect(!whole.findings.isEmpty && !wholeExport.findings.isEmpty, "the forged signed head at least")
        for size in [1, 3] {
            #expect(try await database.verifyChain(heads: heads, headsInPage: size) == whole)
            #expect(try await database.verifyExport(heads: heads, headsInPage: size) == wholeExport)
        }
    }
}
