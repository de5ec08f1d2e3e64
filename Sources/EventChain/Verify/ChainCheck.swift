import EventSourcing
import Identifiers

/// Verifies the chains of clinics event by event, and collects the findings.
package struct ChainCheck {
    package private(set) var report = ChainReport()
    private let sorted: SortedHeads
    private let heads: [UUIDBytes: ClinicHeads]
    private let limit: Int
    private var clinic: ClinicChain?
    private var done: Set<UUIDBytes> = []

    /// Creates a verification of chains.
    ///
    /// - Parameters:
    ///   - sorted: the signed heads to compare with, whether they were kept in the database or outside of it.
    ///   - limit: the maximum number of contradictions that are listed for each clinic, and also the maximum number of
    ///     signed heads that are not accepted and are listed for each clinic.
    package init(heads sorted: SortedHeads, limit: Int = 20) throws {
        self.sorted = sorted
        self.limit = limit
        var heads: [UUIDBytes: ClinicHeads] = [:]
        var clinic: UUIDBytes?
        // The number of the clinic's signed heads that are not accepted.
        var refused = 0
        var cursor = HeadCursor(sorted)
        while let head = try cursor.next() {
            if head.clinic != clinic { (clinic, refused) = (head.clinic, 0) }
            guard let objection = head.objection else {
                let first = heads[head.clinic]?.indexes.lowerBound ?? cursor.index - 1
                heads[head.clinic] = ClinicHeads(indexes: first..<cursor.index, end: head.position)
                continue
            }
            refused += 1
            if refused <= limit {
                report.findings.append(
                    .unprovenHead(clinic: head.clinic, position: head.position, reason: "\(objection)"))
            } else {
                report.further += 1
            }
        }
        self.heads = heads
    }

    /// The clinic whose chain is being verified, and the position of its event that is expected next.
    package var place: (clinic: UUIDBytes, position: Int64)? { clinic.map { ($0.clinic, $0.next) } }

    /// Verifies the next event's hash. The caller passes one clinic after the other, and each clinic's events in order.
    ///
    /// - Throws: an error if signed heads cannot be read from their temporary file.
    /// - Parameters:
    ///   - stored: the event's stored hash; `nil` if it has not been chained.
    ///   - before: the stored hash of the position before the event, if the event at that position is missing but its
    ///     hash is not.
    package mutating func event(
        _ event: EventFrame, stored: ChainHash?, before: ChainHash? = nil
    ) throws {
        if clinic?.clinic != event.clinic { begin(event.clinic) }
        report.events += 1
        clinic?.date(event.position, event.recordedAt)
        try clinic?.take(event.position, ChainHash(ofEvent: event.bytes), stored: stored, before: before)
    }

    /// Starts the verification of a clinic's chain. The clinic may have no events.
    package mutating func begin(_ id: UUIDBytes) {
        finish(feedEnd: nil, chainEnd: nil)
        let own = heads[id]
        clinic = ClinicChain(
            id, heads: HeadCursor(sorted, in: own?.indexes ?? 0..<0), headsEnd: own?.end ?? 0, limit: limit)
    }

    /// Finishes the verification of a clinic's chain.
    ///
    /// - Parameters:
    ///   - feedEnd: the feed's recorded last position; `nil` if it is not recorded.
    ///   - chainEnd: the last position that has a hash.
    package mutating func finish(feedEnd: Int64?, chainEnd: Int64?) {
        guard var clinic else { return }
        clinic.finish(feedEnd: feedEnd, chainEnd: chainEnd)
        done.insert(clinic.clinic)
        report.clinics += 1
        report.unchained += clinic.unchained
        report.heads += clinic.provenHeads
        report.findings += clinic.findings
        report.further += clinic.further
        self.clinic = nil
    }

    /// Finishes the verification: reports the signed heads of clinics whose verification was never started.
    package mutating func finishAll() {
        finish(feedEnd: nil, chainEnd: nil)
        for id in heads.keys.sorted() where !done.contains(id) {
            begin(id)
            finish(feedEnd: nil, chainEnd: nil)
        }
    }
}

/// The accepted signed heads of one clinic.
private struct ClinicHeads {
    /// The range of the clinic's signed heads, as indexes among all sorted signed heads. The range may include signed
    /// heads that are not accepted.
    let indexes: Range<Int>
    /// The position of the clinic's last accepted signed head.
    let end: Int64
}
