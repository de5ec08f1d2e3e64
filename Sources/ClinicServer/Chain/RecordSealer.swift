import EventChain
import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// Extends the hash chains of records that are not events: the access log, the security log, credentials, and stored
/// answers to commands. The functions of the migration `record_chain` compute the hashes; they run on the connection
/// that holds the lock of the chains, so that only one server extends them.
struct RecordSealer: Sendable {
    let signer: ChainSigner
    let folder: HeadFolder?
    /// By clinic, the number of the last row in `record_segment` whose signed head was written to the outside folder.
    /// This signed head may be in the database's table too.
    private var signedOutside: [UUIDBytes: Int64] = [:]
    private var signed: [UUIDBytes: Int64] = [:]

    init(signer: ChainSigner, folder: HeadFolder?) {
        self.signer = signer
        self.folder = folder
    }

    /// The longest time that is expected between a record's timestamp and the commit of the transaction that writes it.
    static let lateness = Duration.seconds(120)
    /// The longest time that is expected between a record's timestamp and the commit of the transaction that writes it,
    /// if the record waited in a server's memory while the database was down.
    static let longLateness = Duration.seconds(26 * 3600)
    /// The maximum number of records of each clinic and source that one step chains.
    private static let page: Int32 = 5_000

    /// Chains up to `page` records of each clinic and source.
    ///
    /// - Parameter lateness: how long before the last chained record the search for unchained records begins, since
    ///   records may become visible late. Older unchained records are not found.
    /// - Returns: whether more records may be waiting.
    func seal(_ lateness: Duration, through chainer: Chainer) async throws -> Bool {
        let rows = try await chainer.ask(
            "SELECT seal_records(make_interval(secs => \(lateness.components.seconds)), \(Self.page))", effect: .writes)
        return try rows?.first.map { try $0.int64(0) >= Int64(Self.page) } ?? false
    }

    /// Signs the end of each record chain that has grown since this process last signed it. Does nothing if signed
    /// heads are due only for an outside folder and none is configured.
    mutating func sign(_ due: HeadSchedule.Due, through chainer: Chainer) async throws {
        guard due == .everywhere || folder != nil, let ends = try await chainer.ask(.recordEnds) else { return }
        let known = due == .everywhere ? signed : signedOutside
        let heads = try ends.compactMap { row -> SignedHead? in
            let (clinic, number) = (try row.uuid(0), try row.int64(1))
            guard number > known[clinic] ?? 0, let hash = ChainHash(bytes: try row.bytes(2)) else { return nil }
            return try signer.sign(
                ChainPoint(position: number, hash: hash), of: clinic, at: .now, subject: .records)
        }
        guard !heads.isEmpty else { return }
        try await folder?.append(heads)
        for head in heads { signedOutside[head.clinic] = head.position }
        guard due == .everywhere else { return }
        _ = try await chainer.ask(.insertRecordHeads(heads), effect: .writes)
        for head in heads { signed[head.clinic] = head.position }
    }
}

extension Statement {
    /// The statement for the end of each clinic's record chain, and of the chain of the records that belong to no
    /// clinic.
    fileprivate static let recordEnds: Statement = """
        SELECT c.clinic_id, s.number, s.hash
        FROM (SELECT clinic_id FROM clinic_feed UNION ALL SELECT '00000000-0000-0000-0000-000000000000') AS c
        CROSS JOIN LATERAL (
            SELECT number, hash FROM record_segment AS s WHERE s.clinic_id = c.clinic_id ORDER BY number DESC LIMIT 1
        ) AS s
        ORDER BY c.clinic_id
        """

    fileprivate static func insertRecordHeads(_ heads: [SignedHead]) -> Statement {
        """
        INSERT INTO record_head (clinic_id, number, hash, signed_at, key_id, signature)
        SELECT * FROM unnest(\(heads.map(\.clinic)), \(heads.map(\.position)), \(heads.map { Bytes($0.hash.bytes) }),
                             \(heads.map(\.signedAt)), \(heads.map(\.key)), \(heads.map { Bytes($0.signature) }))
        ON CONFLICT DO NOTHING
        """
    }
}
