import DequeModule

/// The database calls whose statements were sent on one connection and are not yet answered, in order. PostgreSQL's
/// next answer belongs to the first one.
///
/// The pipeline does no I/O: it receives libpq's results one at a time, and returns the required actions. It checks
/// that each step of a database call gets one result, and then the NULL with which libpq ends a step's results. So no
/// caller gets another caller's answer, even after an error.
package struct Pipeline<Ticket, Output: Sendable> {
    package typealias Step = Segment<Ticket, Output>.Step

    package enum Action {
        case wait
        case prepared(PreparedStatement)
        case notPrepared(PreparedStatement)
        case complete(Ticket, Result<[Output], ServerError>)
        /// PostgreSQL sent other results than the pipeline expects, so the connection can no longer be used.
        case violation(String)
    }

    private var segments: Deque<Segment<Ticket, Output>> = []

    package var isEmpty: Bool { segments.isEmpty }
    package var count: Int { segments.count }
    package init() {}

    /// The database call to which PostgreSQL's next answer belongs; `nil` if no call is in flight.
    package var head: Ticket? { segments.first?.ticket }
    package var tickets: some Sequence<Ticket> { segments.lazy.map(\.ticket) }

    package mutating func append(_ ticket: Ticket, steps: [Step]) { segments.append(Segment(ticket, steps: steps)) }

    mutating func popFirst() -> Segment<Ticket, Output>? { segments.popFirst() }

    package mutating func receive(_ reply: StatementReply<Output>) -> Action {
        guard !segments.isEmpty else { return .violation("an answer that nobody waits for") }
        switch segments[0].receive(reply) {
        case .wait: return .wait
        case .prepared(let statement): return .prepared(statement)
        case .notPrepared(let statement): return .notPrepared(statement)
        case .violation(let what): return .violation(what)
        case .over:
            let segment = segments.removeFirst()
            return .complete(segment.ticket, segment.outcome)
        }
    }
}
