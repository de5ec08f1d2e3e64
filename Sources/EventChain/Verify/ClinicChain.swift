import EventSourcing
import Identifiers
import SQL

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
    /// The clinic's signed heads that were not compared yet.
    private var heads: HeadCursor
    /// The position of the clinic's last accepted signed head; 0 if there is none.
    private let headsEnd: Int64
    /// The number of the clinic's signed heads that agree with its hash chain.
    private(set) var provenHeads = 0
    private var isRewritten = false
    private let limit: Int
    /// The time of the event that is being verified, in microseconds since 1970; `nil` if it is not known.
    private var time: Int64?
    /// The time of the last signed head whose event was recorded shortly before. Later events cannot be older. A head that
    /// was signed while old events waited to be chained says nothing about the times of later events.
    private var signed: Int64?

    /// The time by which clocks of servers, and commands that wait, may put events out of order. In microseconds.
    private static let tolerance: Int64 = 180_000_000

    init(_ clinic: UUIDBytes, heads: HeadCursor, headsEnd: Int64, limit: Int) {
        self.clinic = clinic
        self.heads = heads
        self.headsEnd = headsEnd
        self.limit = limit
        hash = .start(of: clinic)
    }

    mutating func take(_ position: Int64, _ digest: ChainHash, stored: ChainHash?, before: ChainHash?) throws {
        // An event at the position `Int64.max` is reported as misplaced, since the position after it cannot be
        // computed.
        guard position >= next, position < .max else {
            return note(.misplacedEvent(clinic: clinic, position: position))
        }
        if position > next { try skip(to: position, before) }
        let isFirstAfterGap = position > next && before == nil
        next = position + 1
        let computed = hash.chained(with: digest)
        if isFirstAfterGap, let stored {
            // The hash of the event before is missing, so the stored hash of the event cannot be verified.
            hash = stored
        } else {
            follow(position, digest, computed, stored)
        }
        try look(position, computed)
    }

    /// Compares the time of the next event with the signed heads before it.
    mutating func date(_ position: Int64, _ time: Timestamp?) {
        self.time = time?.microsecondsSince1970
        if let time = self.time, let signed, time < signed - Self.tolerance {
            note(.wronglyDated(clinic: clinic, position: position))
        }
    }

    /// Compares the time of an event with the signed head at its position.
    private mutating func compareTime(_ head: CheckedHead, at position: Int64) {
        guard let time, head.position == position else { return }
        let signed = head.signedAt.secondsSince1970 * 1_000_000
        if time > signed + Self.tolerance { note(.wronglyDated(clinic: clinic, position: position)) }
        if time >= signed - Self.tolerance { self.signed = max(self.signed ?? signed, signed) }
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
    private mutating func skip(to position: Int64, _ before: ChainHash?) throws {
        settleSuspect()
        note(.missingEvents(clinic: clinic, positions: next...(position - 1)))
        // Signed heads at positions of missing events are passed over, since there is no hash to compare them with.
        while try heads.nextAccepted(upTo: position - 1) != nil {}
        if let before { hash = before }
    }

    /// Compares the chain's hash at a position with the signed heads up to this position.
    private mutating func look(_ position: Int64, _ computed: ChainHash) throws {
        while let head = try heads.nextAccepted(upTo: position) {
            if head.hash == hash || head.hash == computed {
                provenHeads += 1
                compareTime(head, at: position)
            } else if isRewritten {
                further += 1
            } else {
                isRewritten = true
                let first = try unalteredEnd(before: position, head) + 1
                note(.rewritten(clinic: clinic, positions: first...position, signedAt: head.signedAt))
            }
        }
    }

    /// The position of the last event that is proven to be unaltered, although a signed head contradicts the chain; 0
    /// if there is none. It is the last position of a signed head that agrees with the chain and that was not signed
    /// later than the contradicting one. Signed heads of a later time may have been signed after the tampering.
    ///
    /// - Parameter head: the first signed head that contradicts the chain. So all accepted ones before it agree with
    ///   the chain, except those at positions of missing events, which were not compared.
    private func unalteredEnd(before position: Int64, _ head: CheckedHead) throws -> Int64 {
        // A verification lists a limited number of findings for each clinic, and only counts further ones. If some are
        // not listed, positions of missing events are unknown here, and the result may be wrong. That does not matter,
        // since the caller's finding is not listed either.
        let gaps = findings.compactMap { finding -> ClosedRange<Int64>? in
            if case .missingEvents(_, let positions) = finding { positions } else { nil }
        }
        let before = try heads.lastAccepted { earlier in
            earlier.position < position && earlier.signedAt <= head.signedAt
                && !gaps.contains { $0.contains(earlier.position) }
        }
        return before?.position ?? 0
    }

    private mutating func settleSuspect() {
        if let suspect { note(.alteredEvent(clinic: clinic, position: suspect.position)) }
        suspect = nil
    }

    mutating func finish(feedEnd: Int64?, chainEnd: Int64?) {
        settleSuspect()
        let said = max(feedEnd ?? 0, chainEnd ?? 0, headsEnd)
        if next <= said { note(.missingEvents(clinic: clinic, positions: next...said)) }
        if let feedEnd, feedEnd < next - 1 {
            note(.eventsBeyondFeed(clinic: clinic, positions: (feedEnd + 1)...(next - 1)))
        }
    }

    private mutating func note(_ finding: ChainFinding) {
        if findings.count < limit { findings.append(finding) } else { further += 1 }
    }
}
