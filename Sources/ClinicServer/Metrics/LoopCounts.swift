import HTTPServer
import Metrics

/// The numbers of one loop. What they are told apart by is known when the program is built: nothing that comes in is a label.
struct LoopCounts: Sendable {
    struct OfOperation: Sendable {
        var answers = Tally<StatusClass>()
        var durations = Histogram.durations
    }

    /// Of requests that are for no operation.
    static let noOperation = ServerAPI.endpoints.count

    /// In the order of `ServerAPI.endpoints`, and then of those that are for none.
    var operations = [OfOperation](repeating: OfOperation(), count: noOperation + 1)
    /// Polls whose client would rather wait.
    var holding = Histogram.durations
    var authenticating = Histogram.durations
    /// Documents, from the question to PostgreSQL's answer.
    var reading = Histogram.durations
    var commands = Tally<CommandOutcome>()
    var replicaReads = Tally<ReplicaOutcome>()
    var limited = Tally<RateLimits.Kind>()
    /// How long work waits for its turn on the loop.
    var lag = Histogram.durations

    mutating func add(_ other: LoopCounts) {
        for index in operations.indices {
            operations[index].answers.add(other.operations[index].answers)
            operations[index].durations.add(other.operations[index].durations)
        }
        holding.add(other.holding)
        authenticating.add(other.authenticating)
        reading.add(other.reading)
        commands.add(other.commands)
        replicaReads.add(other.replicaReads)
        limited.add(other.limited)
        lag.add(other.lag)
    }
}

enum StatusClass: Int, CaseIterable, Sendable {
    case success, redirection, clientError, serverError

    init(_ status: HTTPStatus) {
        self =
            switch status.code {
            case ..<300: .success
            case ..<400: .redirection
            case ..<500: .clientError
            case _: .serverError
            }
    }

    var label: String { "\(rawValue + 2)xx" }
}

/// What became of a command that came over HTTP.
enum CommandOutcome: Int, CaseIterable, Sendable {
    /// Its events are in the log now.
    case applied
    /// All was already as it asks.
    case unchanged
    /// It was done before under the same key.
    case repeated
    case refused
    /// Others were faster each time.
    case conflict
    /// The same key came with another request.
    case keyReused
    /// The connection to PostgreSQL was lost with the answer.
    case unknown
    case unavailable
    case unreadable

    var label: String { self == .keyReused ? "key_reused" : "\(self)" }
}

/// What became of a read that a replica might spare the primary.
enum ReplicaOutcome: Int, CaseIterable, Sendable {
    case served
    /// What was asked for had not come to it yet.
    case behind
    /// It did not answer, or had not a moment before.
    case away
}
