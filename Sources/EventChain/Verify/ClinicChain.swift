import EventSourcing
import Identifiers

/// A running verification of one clinic's chain.
struct ClinicChain {
    let clinic: UUIDBytes
    private(set) var next: Int64 = 1
    private(set) var findings: [ChainFinding] = []
    private(set) var further = 0
    private(set) var unchained: Int64 = 0
    /// The chain's hash at the position before `next`: the stored one, or the computed one if none is stored.
    private var hash: ChainHash
    /// The last verified event, if its stored hash differs from the computed one. The next event shows whether the
    /// event or its hash was altered.
    private var suspect: ChainPoint?
    /// The position from which on the events have no stored hash; `nil` if the last verified event has one.
    private var unchainedSince: Int64?
    private var heads: ArraySlice<SignedHead>
    /// The clinic's signed heads that agree with its hash chain.
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
        // An event at the position `Int64.max` is reported as misplaced, since the position after it cannot be
        // computed.
        guard position >= next, position < .max else {
            return note(.misplacedEvent(clinic: clinic, position: position))
        }
        if position > next { skip(to: position, before) }
        let isFirstAfterGap = position > next && before == nil
        next = position + 1
        let computed = hash.chained(with: digest)
        if isFirstAfterGap, let stored {
            // The hash of the previous event is missing, so this event's stored hash cannot be verified.
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

    /// Reports the events from `next` to before `position` as missing, and continues the verification at `position`.
    private mutating func skip(to position: Int64, _ before: ChainHash?) {
        settleSuspect()
        note(.missingEvents(clinic: clinic, positions: next...(position - 1)))
        heads = heads.drop { $0.position < position }
        if let before { hash = before }
    }

    /// Compares the chain's hash at a position with the signed heads up to this position.
    private mutating func look(_ position: Int64, _ computed: ChainHash) {
        while let head = heads.first, head.position <= position {
            heads.removeFirst()
            if head.hash == hash || head.hash == computed {
                proven.append(head)
            } else if isRewritten {
                further += 1
            } else {
                isRewritten = true
                // Only an agreeing head that was signed before the contradicting head proves that events are unaltered.
                // Later heads may have been signed after the tampering.
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
