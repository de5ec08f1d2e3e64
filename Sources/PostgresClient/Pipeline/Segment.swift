/// The statements of one database call, followed by a Sync message. They form one implicit transaction.
package struct Segment<Ticket, Output: Sendable> {
    package enum Step {
        /// A Parse message, which prepares the statement of the next step.
        case prepare(PreparedStatement)
        case execute
    }

    enum Progress {
        case wait
        case prepared(PreparedStatement)
        case notPrepared(PreparedStatement)
        case over
        case violation(String)
    }

    let ticket: Ticket
    private let steps: [Step]
    private var next = 0
    /// Whether the result of the database call's current step has come. libpq must then return the NULL that ends the
    /// step's results.
    private var answered = false
    private(set) var outputs: [Output] = []
    private(set) var error: ServerError?

    init(_ ticket: Ticket, steps: [Step]) {
        self.ticket = ticket
        self.steps = steps
        outputs.reserveCapacity(steps.count)
    }

    var outcome: Result<[Output], ServerError> { error.map { .failure($0) } ?? .success(outputs) }

    mutating func receive(_ reply: StatementReply<Output>) -> Progress {
        switch reply {
        case .done(let output): done(output)
        case .failed(let error): failed(error)
        case .skipped: error == nil ? .violation("a step was skipped without an error before it") : notRun()
        case .end: end()
        case .sync: next == steps.count ? .over : .violation("a sync before its segment's end")
        case .misplaced(let what): .violation(what)
        }
    }

    private mutating func done(_ output: Output) -> Progress {
        guard next < steps.count, !answered else { return .violation("a result too many") }
        answered = true
        switch steps[next] {
        case .execute:
            outputs.append(output)
            return .wait
        case .prepare(let statement): return .prepared(statement)
        }
    }

    /// Handles an error of a database call. If all steps of the call have succeeded, the error is one of the commit at
    /// the Sync message, for example a violated deferred constraint.
    private mutating func failed(_ failure: ServerError) -> Progress {
        if error == nil || failure.isFatal { error = failure }
        return notRun()
    }

    private mutating func notRun() -> Progress {
        guard next < steps.count else { return .wait }
        answered = true
        switch steps[next] {
        case .execute: return .wait
        case .prepare(let statement): return .notPrepared(statement)
        }
    }

    private mutating func end() -> Progress {
        // After the last step of a database call, libpq returns a NULL only if the commit failed.
        guard next < steps.count else { return .wait }
        guard answered else { return .violation("a step without a result") }
        next += 1
        answered = false
        return .wait
    }
}

/// One result that libpq returns for a step of a database call. A step is a Parse message or a statement.
package enum StatementReply<Output: Sendable>: Sendable {
    /// The current step of the database call succeeded.
    case done(Output)
    case failed(ServerError)
    /// The step of the database call was not run, since an earlier step of the same call failed.
    case skipped
    /// libpq returned NULL, which means that the current step of the database call has no more results.
    case end
    /// PostgreSQL has answered the Sync message: the database call is over and its transaction is closed.
    case sync
    /// libpq's result is not allowed at this point of the pipeline.
    case misplaced(String)
}
