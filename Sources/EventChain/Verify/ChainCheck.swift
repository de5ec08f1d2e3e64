import EventSourcing
import Identifiers

/// Verifies clinics' chains event by event, and notes every finding.
package struct ChainCheck {
    package private(set) var report = ChainReport()
    private let heads: [UUIDBytes: [SignedHead]]
    private let limit: Int
    private var clinic: ClinicChain?
    private var done: Set<UUIDBytes> = []

    /// A verification of chains.
    ///
    /// - Parameters:
    ///   - heads: signed heads, from wherever they were kept.
    ///   - keys: the public keys whose signatures count.
    ///   - limit: the maximum number of findings of a clinic that are named.
    package init(heads: [SignedHead], keys: ChainKeyRing, limit: Int = 20) {
        self.limit = limit
        var proven: [UUIDBytes: [SignedHead]] = [:]
        for head in Set(heads).sorted(by: SignedHead.inOrder) {
            if let reason = keys.objection(to: head) {
                report.findings.append(.unprovenHead(clinic: head.clinic, position: head.position, reason: reason))
            } else {
                proven[head.clinic, default: []].append(head)
            }
        }
        self.heads = proven
    }

    /// The clinic being verified, and the next position in it.
    package var place: (clinic: UUIDBytes, position: Int64)? { clinic.map { ($0.clinic, $0.next) } }

    /// Checks the next event. Clinics follow each other, with the events of each in order.
    ///
    /// - Parameters:
    ///   - stored: its hash, if it has been chained.
    ///   - before: the stored hash of the position before it, if that event is missing and its hash is not.
    package mutating func event(
        _ event: EventFrame, stored: ChainHash?, before: ChainHash? = nil
    ) {
        if clinic?.clinic != event.clinic { begin(event.clinic) }
        report.events += 1
        clinic?.take(event.position, ChainHash(ofEvent: event.bytes), stored: stored, before: before)
    }

    /// Starts the verification of a clinic, which need not have events.
    package mutating func begin(_ id: UUIDBytes) {
        finish(feedEnd: nil, chainEnd: nil)
        clinic = ClinicChain(id, heads: heads[id] ?? [], limit: limit)
    }

    /// Finishes the verification of a clinic.
    ///
    /// - Parameters:
    ///   - feedEnd: the feed's recorded last position; `nil` if there is no record.
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

    /// Checks the clinics that have signed heads and no events.
    package mutating func finishAll() {
        finish(feedEnd: nil, chainEnd: nil)
        for id in heads.keys.sorted() where !done.contains(id) {
            begin(id)
            finish(feedEnd: nil, chainEnd: nil)
        }
    }
}

extension SignedHead {
    fileprivate static func inOrder(_ one: SignedHead, _ other: SignedHead) -> Bool {
        (one.clinic, one.position, one.signedAt) < (other.clinic, other.position, other.signedAt)
    }
}
