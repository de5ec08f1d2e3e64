import Clinic
import Endpoints
import EventSourcing
import Foundation
import Identifiers
import JSON
import Testing

/// Sends random sequences of requests to each aggregate of a clinic in memory. A failure names the aggregate, the seed
/// of its sequence, and the request. `CHAIRSIDE_SEQUENCES` sets another number of sequences, and
/// `CHAIRSIDE_SEQUENCE_SEED` the only seed to try.
@Suite struct CommandSequenceTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["CHAIRSIDE_SEQUENCES"].flatMap { UInt64($0) } ?? 10_000
    private static let onlySeed = environment["CHAIRSIDE_SEQUENCE_SEED"].flatMap { UInt64($0) }
    /// The documents are compared after only one of this number of sequences, since the comparison takes more time than
    /// the sequence itself.
    private static let documentsEvery: UInt64 = 16

    @Test(arguments: Aggregate.all)
    func `random requests leave legal states, get only declared problems, and get the same answer after a replay`(
        aggregate: Aggregate
    ) throws {
        var trial = try SequenceTrial(aggregate)
        for seed in Self.onlySeed.map({ $0...$0 }) ?? 1...Self.count {
            let faults = try trial.run(seed: seed, comparingDocuments: seed % Self.documentsEvery == 1)
            guard faults.isEmpty else {
                Issue.record("\(aggregate), CHAIRSIDE_SEQUENCE_SEED=\(seed): \(faults.joined(separator: "; "))")
                return
            }
        }
        guard Self.onlySeed == nil else { return }
        #expect(
            trial.neverCarriedOut.map(\.description) == [], "the sequences of \(aggregate) have to make these possible")
    }

    @Test func `every command of the clinic is tried in the random sequences of an aggregate`() {
        let commands = ClinicFeatures.endpoints.map(\.operation).filter { !$0.isSafe && $0.access != .everybody }
        let tried = Set(Aggregate.all.flatMap(\.moves).map(\.id))
        #expect(commands.map(\.id).filter { !tried.contains($0) } == [])
    }
}

/// The random sequences of requests about one aggregate.
private struct SequenceTrial {
    private let aggregate: Aggregate
    private let moves: [PreparedMove]
    private let beginning: ClinicInMemory
    /// The events with which all sequences begin, after they were stored and decoded.
    private let stored: [Recorded<ClinicEvent>]
    private let values: SequenceValues
    private var carriedOut: Set<Int> = []

    init(_ aggregate: Aggregate) throws {
        self.aggregate = aggregate
        moves = try aggregate.moves.map { move in try #require(PreparedMove(move), "no endpoint \(move.id)") }
        beginning = ClinicInMemory(given(try Aggregate.clinic()).feed)
        var values = SequenceValues(seed: 0)
        for move in aggregate.prelude {
            let prepared = try #require(PreparedMove(move), "no endpoint \(move.id)")
            let answer = try beginning.decide(prepared.request(&values), at: values.now)
            beginning.append(answer, by: prepared.principal, at: values.now)
            values.learn(from: answer, of: move, aggregate.documents)
        }
        self.values = values
        stored = try beginning.replayed().feed
    }

    var neverCarriedOut: [Move] { moves.indices.filter { !carriedOut.contains($0) }.map { moves[$0].move } }

    /// Runs the random sequence that belongs to a seed.
    ///
    /// - Returns: the faults that the sequence has shown; empty if there are none.
    mutating func run(seed: UInt64, comparingDocuments: Bool) throws -> [String] {
        let clinic = ClinicInMemory(beginning.feed, made: beginning.made)
        var values = values.seeded(seed)
        let last = values.number(3...10)
        for step in 1...last {
            values.wait()
            let index = values.number(0...moves.count - 1)
            let request = moves[index].request(&values)
            let replayed = step == last ? try clinic.replayed(after: stored) : nil
            let outcome = Outcome(request, in: clinic, at: values.now)
            if let replayed {
                let again = Outcome(request, in: replayed, at: values.now)
                guard again.text == outcome.text else {
                    return ["\(moves[index].move): \(outcome.text) live, \(again.text) after a replay"]
                }
            }
            switch outcome {
            case .refused(let problem):
                guard moves[index].problems.contains(problem.kind.name), problem.status < 500 else {
                    return ["\(moves[index].move) is not described to be refused with \(problem)"]
                }
            case .answered(let answer):
                carriedOut.insert(index)
                clinic.append(answer, by: request.principal, at: values.now)
                values.learn(from: answer, of: moves[index].move, aggregate.documents)
                let faults = answer.events.isEmpty ? [] : aggregate.faults(clinic)
                guard faults.isEmpty else { return faults + ["after \(moves[index].move)"] }
            }
        }
        let faults = aggregate.lives.flatMap { $0.faults(clinic.feed) }
        return comparingDocuments && faults.isEmpty ? try documentFaults(clinic) : faults
    }

    private func documentFaults(_ clinic: ClinicInMemory) throws -> [String] {
        let replayed = try clinic.replayed(after: stored).feed
        return try aggregate.documents.flatMap { projection -> [String] in
            let differing = try projection.differences(over: replayed).map { "\(projection.table.name) \($0) differs" }
            let unique = aggregate.unique.filter { $0.table == projection.table.name }
            guard !unique.isEmpty else { return differing }
            let fold = projection.begin()
            fold.absorb(replayed[...])
            let documents = try fold.changedKeys.compactMap { fold.row($0) }.map { try JSONValue(parsing: $0.document) }
            return differing + unique.flatMap { $0.faults(documents) }
        }
    }

    /// The outcome of a request: the events that it would append, or the problem with which it is refused.
    private enum Outcome {
        case answered(ClinicInMemory.Answer)
        case refused(Problem)

        init(_ request: ClinicRequest, in clinic: ClinicInMemory, at now: Instant) {
            do throws(Problem) { self = .answered(try clinic.decide(request, at: now)) } catch {
                self = .refused(error)
            }
        }

        var text: String {
            switch self {
            case .answered(let answer): answer.events.map(\.asStored).joined(separator: " ")
            case .refused(let problem): String(decoding: problem.bytes, as: UTF8.self)
            }
        }
    }
}

extension SequenceValues {
    /// Remembers the ids of the documents that a request has changed, the ids that it has created, and the times that
    /// it has offered to the waitlist.
    fileprivate mutating func learn(
        from answer: ClinicInMemory.Answer, of move: Move, _ documents: [AnyProjection<ClinicEvent>]
    ) {
        for event in answer.events {
            for projection in documents {
                for case .id(let id) in projection.keys(of: event) {
                    add(id.text, as: projection.table.keyColumn.description.replacing("_id", with: ""))
                }
            }
            if case .waitlist(.offered(let offered)) = event {
                let (start, doctor) = (offered.offer.slot.start.rfc3339, offered.offer.doctor)
                add(#""start":"\#(start)","doctor_id":"\#(doctor)""#, as: "offer")
            }
        }
        if let name = move.makes, let id = answer.newIDs.first, !answer.events.isEmpty { add(id.text, as: name) }
    }
}
