import Endpoints
import HTTPServer
import Metrics

/// The counters of one loop. All labels are known at build time, so a client cannot create new ones.
struct LoopCounts: Sendable {
    struct OfOperation: Sendable {
        var answers = Tally<StatusClass>()
        var durations = Histogram.durations
    }

    /// The index of the counters for requests that match no operation.
    static let noOperation = ServerAPI.endpoints.count

    /// The index of the counters for requests for files of the browser console.
    static let console = noOperation + 1
    /// The names of the counters: the ids of the operations, then `none` and `console`.
    static let names = ServerAPI.endpoints.map(\.operation.id) + ["none", "console"]

    /// The counters of each operation, in the order of `names`.
    var operations = [OfOperation](repeating: OfOperation(), count: names.count)
    /// The duration of polls that ask to be held, whether they were held or not.
    var holding = Histogram.durations
    var authenticating = Histogram.durations
    /// The duration of reads of documents from PostgreSQL.
    var reading = Histogram.durations
    var commands = Tally<CommandOutcome>()
    var replicaReads = Tally<ReplicaOutcome>()
    var limited = Tally<RateLimits.Kind>()
    var deliveries = DeliveryCounts()
    var uploads = Tally<UploadOutcome>()
    /// The size of all contents of files that were stored, in bytes.
    var uploadedBytes: UInt64 = 0
    /// The time for which tasks wait for their turn on the loop.
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
        deliveries.add(other.deliveries)
        uploads.add(other.uploads)
        uploadedBytes &+= other.uploadedBytes
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

/// The outcome of a command sent over HTTP.
enum CommandOutcome: Int, CaseIterable, Sendable {
    /// The events of the command were appended.
    case applied
    /// The command changed nothing, since the state was already as requested.
    case unchanged
    /// An earlier request with the same idempotency key had already run the command.
    case repeated
    case refused
    /// At each attempt, another append had changed the states that the command's decision had read.
    case conflict
    /// The idempotency key had been used for another request.
    case keyReused
    /// The connection to PostgreSQL was lost before the command's outcome was received.
    case unknown
    case unavailable
    case unreadable

    var label: String { self == .keyReused ? "key_reused" : "\(self)" }
}

/// The outcome of a read that a replica might answer.
enum ReplicaOutcome: Int, CaseIterable, Sendable {
    case served
    /// The replica's figures were not new enough yet, so the primary was asked.
    case behind
    /// The replica did not answer, or was not asked because it had failed a moment before. The primary was asked.
    case away
}
