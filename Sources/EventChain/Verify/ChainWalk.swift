import EventLoop
import Identifiers
import PostgresClient
import SQL

/// A running verification of all chains, with the stored hashes and the recorded ends of the feeds.
struct ChainWalk {
    private var check: ChainCheck
    private let hashes: StoredHashes
    private var feeds: [UUIDBytes: Int64] = [:]
    private let all: Int64
    private var done: Int64 = 0
    private let progress: (Int64, Int64) -> Void

    init(_ check: ChainCheck, _ hashes: StoredHashes, feeds: Rows, _ progress: @escaping (Int64, Int64) -> Void) throws
    {
        self.check = check
        self.hashes = hashes
        for row in feeds { self.feeds[try row.uuid(0)] = try row.int64(1) }
        all = self.feeds.values.reduce(0, +)
        self.progress = progress
    }

    mutating func take(_ event: EventFrame) async throws {
        if check.place?.clinic != event.clinic {
            try await leave()
            // Clinics are verified in the order of their ids. A clinic whose events were all removed still has stored
            // hashes. Such clinics with a smaller id than this event's clinic are verified first.
            while let clinic = try await hashes.clinic(), clinic < event.clinic { try await look(at: clinic) }
            check.begin(event.clinic)
        }
        var before: ChainHash?
        if let place = check.place, place.position < event.position {
            before = try await hashes.hash(event.clinic, event.position - 1)
        }
        try check.event(event, stored: await hashes.hash(event.clinic, event.position), before: before)
        done += 1
        if done % 10_000 == 0 { progress(done, max(all, done)) }
    }

    mutating func finish() async throws -> ChainReport {
        try await leave()
        while let clinic = try await hashes.clinic() { try await look(at: clinic) }
        for (clinic, _) in feeds.sorted(by: { $0.key < $1.key }) { try await look(at: clinic) }
        check.finishAll()
        progress(done, done)
        return check.report
    }

    private mutating func look(at clinic: UUIDBytes) async throws {
        check.begin(clinic)
        try await leave()
    }

    private mutating func leave() async throws {
        guard let clinic = check.place?.clinic else { return }
        check.finish(feedEnd: feeds.removeValue(forKey: clinic) ?? 0, chainEnd: try await hashes.end(of: clinic))
    }
}
