import EventSourcing
import Identifiers

/// Verifies the chains of clinics event by event, and collects the findings.
package struct ChainCheck {
    package private(set) var report = ChainReport()
    private let heads: [UUIDBytes: [SignedHead]]
    private let limit: Int
    private var clinic: ClinicChain?
    private var done: Set<UUIDBytes> = []

    /// Creates a verification of chains.
    ///
    /// - Parameters:
    ///   - heads: the signed heads to compare with, whether they were kept in the database or outside of it.
    ///   - keys: the public keys whose signatures are accepted.
    ///   - limit: the maximum number of findings that are listed for each clinic.
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

    /// The clinic whose chain is being verified, and the position of its event that is expected next.
    package var place: (clinic: UUIDBytes, position: Int64)? { clinic.map { ($0.clinic, $0.next) } }

    /// Verifies the next event's hash. The caller passes one clinic after the other, and each clinic's events in order.
    ///
    /// - Parameters:
    ///   - stored: the event's stored hash; `nil` if it has not been chained.
    ///   - before: the stored hash of the position before the event, if the event at that position is missing but its
    ///     hash is not.
    package mutating func event(
        _ event: EventFrame, stored: ChainHash?, before: ChainHash? = nil
    ) {
        if clinic?.clinic != event.clinic { begin(event.clinic) }
        report.events += 1
        clinic?.take(event.position, ChainHash(ofEvent: event.bytes), stored: stored, before: before)
    }

    /// Starts the verification of a clinic's chain. The clinic may have no events.
    package mutating func begin(_ id: UUIDBytes) {
        finish(feedEnd: nil, chainEnd: nil)
        clinic = ClinicChain(id, heads: heads[id] ?? [], limit: limit)
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

    /// Finishes the verification: reports the signed heads of clinics that have no events.
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
