import EventSourcing
import Identifiers

/// Goes along clinics' chains, event after event, and notes what is not as it should be.
package struct ChainCheck {
    package private(set) var report = ChainReport()
    private let heads: [UUIDBytes: [SignedHead]]
    private let limit: Int
    private var clinic: ClinicChain?
    private var done: Set<UUIDBytes> = []

    /// - Parameters:
    ///   - heads: from wherever they were kept.
    ///   - keys: whose signatures count.
    ///   - limit: so many findings of a clinic are named.
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

    /// The clinic that is looked at, and the next position in it.
    package var place: (clinic: UUIDBytes, position: Int64)? { clinic.map { ($0.clinic, $0.next) } }

    /// The event that comes next; clinics follow each other, and each one's events.
    ///
    /// - Parameters:
    ///   - stored: its hash, where it has been chained.
    ///   - before: the stored hash of the position before it, where that event is not there and its hash is.
    package mutating func event(
        _ event: EventFrame, stored: ChainHash?, before: ChainHash? = nil
    ) {
        if clinic?.clinic != event.clinic { begin(event.clinic) }
        report.events += 1
        clinic?.take(event.position, ChainHash(ofEvent: event.bytes), stored: stored, before: before)
    }

    /// Goes to a clinic, which need not have events.
    package mutating func begin(_ id: UUIDBytes) {
        finish(feedEnd: nil, chainEnd: nil)
        clinic = ClinicChain(id, heads: heads[id] ?? [], limit: limit)
    }

    /// Leaves the clinic that was looked at.
    ///
    /// - Parameters:
    ///   - feedEnd: where the feed says that it ends; `nil` where nobody says so.
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

    /// Looks at the clinics of which there are signed heads and nothing else.
    package mutating func finishAll() {
        finish(feedEnd: nil, chainEnd: nil)
        for id in heads.keys.sorted() where !done.contains(id) {
            begin(id)
            finish(feedEnd: nil, chainEnd: nil)
        }
    }
}

/// One clinic's chain, on the way along it.
private struct ClinicChain {
    let clinic: UUIDBytes
    private(set) var next: Int64 = 1
    private(set) var findings: [ChainFinding] = []
    private(set) var further = 0
    private(set) var unchained: Int64 = 0
    /// Of the event before `next`, as it is stored; as it was computed where none is.
    private var hash: ChainHash
    /// An event whose hash is not what it should be, before the next one shows which of the two was altered.
    private var suspect: ChainPoint?
    /// Since when no event had a hash.
    private var unchainedSince: Int64?
    private var heads: ArraySlice<SignedHead>
    /// Those that agree.
    private var proven: [SignedHead] = []
    private var isRewritten = false
    private let limit: Int

    var provenHeads: Int { proven.count }

    init(_ clinic: UUIDBytes, heads: [SignedHead], limit: Int) {
        self.clinic = clinic
        self.heads = heads[...]
        self.limit = limit
        hash = .start(of: clinic)
    }

    mutating func take(_ position: Int64, _ digest: ChainHash, stored: ChainHash?, before: ChainHash?) {
        // None comes after the last number there is.
        guard position >= next, position < .max else {
            return note(.misplacedEvent(clinic: clinic, position: position))
        }
        if position > next { skip(to: position, before) }
        let isFirstAfterGap = position > next && before == nil
        next = position + 1
        let computed = hash.chained(with: digest)
        if isFirstAfterGap, let stored {
            // Nothing is there to tell by.
            hash = stored
        } else {
            follow(position, digest, computed, stored)
        }
        look(position, computed)
    }

    private mutating func follow(_ position: Int64, _ digest: ChainHash, _ computed: ChainHash, _ stored: ChainHash?) {
        guard let stored else {
            settleSuspect()
            unchainedSince = unchainedSince ?? position
            unchained += 1
            hash = computed
            return
        }
        if let since = unchainedSince {
            note(.missingHashes(clinic: clinic, positions: since...(position - 1)))
            unchained -= position - since
            unchainedSince = nil
        }
        defer { hash = stored }
        if let suspect {
            self.suspect = nil
            if computed != stored, suspect.hash.chained(with: digest) == stored {
                return note(.alteredHash(clinic: clinic, position: suspect.position))
            }
            note(.alteredEvent(clinic: clinic, position: suspect.position))
        }
        if computed != stored { suspect = ChainPoint(position: position, hash: computed) }
    }

    /// Events are missing up to a position.
    private mutating func skip(to position: Int64, _ before: ChainHash?) {
        settleSuspect()
        note(.missingEvents(clinic: clinic, positions: next...(position - 1)))
        heads = heads.drop { $0.position < position }
        if let before { hash = before }
    }

    /// Compares with what was signed.
    private mutating func look(_ position: Int64, _ computed: ChainHash) {
        while let head = heads.first, head.position <= position {
            heads.removeFirst()
            if head.hash == hash || head.hash == computed {
                proven.append(head)
            } else if isRewritten {
                further += 1
            } else {
                isRewritten = true
                // One that was signed later may have been signed when it had happened already.
                let before = proven.last { $0.position < position && $0.signedAt <= head.signedAt }
                note(
                    .rewritten(
                        clinic: clinic, positions: ((before?.position ?? 0) + 1)...position, signedAt: head.signedAt))
            }
        }
    }

    private mutating func settleSuspect() {
        if let suspect { note(.alteredEvent(clinic: clinic, position: suspect.position)) }
        suspect = nil
    }

    mutating func finish(feedEnd: Int64?, chainEnd: Int64?) {
        settleSuspect()
        let said = max(feedEnd ?? 0, chainEnd ?? 0, heads.last?.position ?? 0)
        if next <= said { note(.missingEvents(clinic: clinic, positions: next...said)) }
        if let feedEnd, feedEnd < next - 1 {
            note(.eventsBeyondFeed(clinic: clinic, positions: (feedEnd + 1)...(next - 1)))
        }
    }

    private mutating func note(_ finding: ChainFinding) {
        if findings.count < limit { findings.append(finding) } else { further += 1 }
    }
}

extension SignedHead {
    fileprivate static func inOrder(_ one: SignedHead, _ other: SignedHead) -> Bool {
        (one.clinic, one.position, one.signedAt) < (other.clinic, other.position, other.signedAt)
    }
}
