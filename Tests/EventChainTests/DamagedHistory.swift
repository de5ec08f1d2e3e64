import Crypto
import EventChain
import EventSourcing
import Identifiers
import Theatre

/// One theatre's events, some of which are missing, with the hashes of the undamaged chain and with signed heads, of
/// which some are damaged.
struct DamagedHistory {
    private var events: [ExportedEvent] = []
    /// The hash of the undamaged chain at each position; at 0, the start of the chain.
    private var hashes: [ChainHash] = [.start(of: .theatre)]
    /// The signed heads that were kept, in any order, some of them more than once.
    private(set) var heads: [SignedHead] = []

    static func time(_ second: Int64) -> Instant { Instant(secondsSince1970: 1_795_000_000 + second) }

    init(
        events count: Int64, missing: Set<Int64>,
        heads: (_ signer: ChainSigner, _ hashes: [ChainHash]) throws -> [SignedHead]
    ) throws {
        for position in 1...count {
            var event = try Self.event(position)
            hashes.append(hashes[hashes.count - 1].chained(with: ChainHash(ofEvent: EventFrame(event.columns).bytes)))
            event = ExportedEvent(columns: event.columns, hash: hashes[hashes.count - 1])
            if !missing.contains(position) { events.append(event) }
        }
        self.heads = try heads(ChainProcess.signer, hashes)
    }

    /// Makes a history of 40 events. Its signed heads are intact, of another history, beyond the last event, at
    /// positions of missing events, or of another clinic; or they have an unknown key or an invalid signature. Some are
    /// kept several times.
    init(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var missing: Set<Int64> = []
        for position: Int64 in 1...40 where Int.random(in: 0..<10, using: &random) == 0 { missing.insert(position) }
        let forger = ChainSigner(name: ChainProcess.signer.name, key: P256.Signing.PrivateKey())
        let stranger = ChainSigner(name: "stranger", key: P256.Signing.PrivateKey())
        let lies = Int.random(in: 0...3, using: &random)
        try self.init(events: 40, missing: missing) { signer, hashes in
            var heads: [SignedHead] = []
            for number in 0..<30 {
                let position = Int64.random(in: 1...40, using: &random)
                let time = DamagedHistory.time(Int64.random(in: 0..<20, using: &random))
                let point = ChainPoint(position: position, hash: hashes[Int(position)])
                let other = ChainPoint(position: position, hash: hashes[0])
                switch number {
                case 0..<lies: heads.append(try signer.sign(other, of: .theatre, at: time))
                case 3: heads.append(try forger.sign(point, of: .theatre, at: time))
                case 4: heads.append(try stranger.sign(other, of: .theatre, at: time))
                case 5: heads.append(try signer.sign(other, of: .otherTheatre, at: time))
                case 6 where lies > 1:
                    let beyond = ChainPoint(position: 40 + position, hash: hashes[0])
                    heads.append(try signer.sign(beyond, of: .theatre, at: time))
                default: heads.append(try signer.sign(point, of: .theatre, at: time))
                }
            }
            heads += heads.shuffled(using: &random).prefix(8)
            return heads.shuffled(using: &random)
        }
    }

    func verify(headsInPage: Int = HeadSorter.usualPage) throws -> ChainReport {
        var check = try ChainCheck(heads: SortedHeads.of(heads, headsInPage: headsInPage))
        for event in events { try check.event(EventFrame(event.columns), stored: event.hash) }
        check.finishAll()
        return check.report
    }

    /// The accepted signed heads at positions of events that are not missing.
    private var compared: Set<SignedHead> {
        let positions = Set(events.map(\.columns.position))
        return Set(heads).filter {
            $0.clinic == .theatre && positions.contains($0.position) && ChainProcess.keys.objection(to: $0) == nil
        }
    }

    /// The accepted signed heads that agree with the chain.
    var agreeing: Set<SignedHead> { compared.filter { $0.hash == hashes[Int($0.position)] } }

    /// The finding about the first signed head that contradicts the chain; `nil` if there is none.
    var rewritten: ChainFinding? {
        let first = compared.subtracting(agreeing).min { ($0.position, $0.signedAt) < ($1.position, $1.signedAt) }
        guard let first else { return nil }
        let before = agreeing.filter { $0.position < first.position && $0.signedAt <= first.signedAt }
        let start = (before.map(\.position).max() ?? 0) + 1
        return .rewritten(clinic: .theatre, positions: start...first.position, signedAt: first.signedAt)
    }

    private static func event(_ position: Int64) throws -> ExportedEvent {
        let line = """
            {"clinic_id":"\(UUIDBytes.theatre)","position":\(position),"recorded_at":"2026-11-18T11:06:40.000000Z",\
            "schema_version":1,"type":"seat-booked","data":"{}","metadata":"{}","command_id":null,"hash":null}
            """
        return try ExportedEvent(line: Array(line.utf8))
    }
}
