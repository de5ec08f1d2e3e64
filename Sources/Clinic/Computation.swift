public import Endpoints
public import EventSourcing

/// JSON that is computed from states, in one part or in several.
///
/// A part runs on the clinic's home loop without a pause, on states that are brought up to date first. A computation
/// over many states has several parts. So it occupies the loop's thread only for a moment at a time, and the cache
/// needs room only for the states of one part.
public struct Computation: Sendable {
    /// The result of one part of a computation: the whole JSON, or the rest of the computation.
    public enum Part: Sendable {
        case answer([UInt8])
        case more(Computation)
    }

    private let compute: @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> Part

    /// Makes a computation whose next part is `compute`: a pure function, which runs again if a state was missing.
    public init(
        _ compute: @escaping @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> Part
    ) {
        self.compute = compute
    }

    /// Computes the next part of the answer.
    ///
    /// - Throws: the problem with which the request is answered instead.
    public func run(_ model: inout DecisionModel<ClinicEvent>, _ now: Instant) throws(Problem) -> Part {
        try compute(&model, now)
    }
}

extension ClinicAction {
    /// An endpoint's action that computes the answer's JSON in one part.
    static func computedAtOnce(
        _ compute: @escaping @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> [UInt8]
    ) -> ClinicAction {
        .computed(Computation { (model, now) throws(Problem) in .answer(try compute(&model, now)) })
    }
}
