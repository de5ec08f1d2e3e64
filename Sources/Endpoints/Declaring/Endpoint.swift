/// An endpoint as a value: its id, path, inputs, answers, and the action that it produces for a call.
///
/// The server performs the `Action`: a command, a query, or work of another kind.
public struct Endpoint<Action>: Sendable {
    public let operation: Operation
    private let read: @Sendable (Invocation) throws(Problem) -> Action

    /// An endpoint for the roles of an audience.
    ///
    ///     Endpoint(
    ///         .post, "/api/v1/appointments/{appointment_id}/check-in", id: "checkIn", summary: "A patient has arrived",
    ///         tag: "Appointments", for: FrontDesk.self, takes: .path("appointment_id", .id()), .body(CheckIn.codec),
    ///         answers: [.ok(AppointmentDetails.codec, "The appointment as it is now")], problems: [.wrongState],
    ///         idempotency: .accepted
    ///     ) { caller, appointment, body throws(Problem) in
    ///         .command(…)
    ///     }
    ///
    /// - Parameters:
    ///   - evenLocked: whether the endpoint can also be called while the session waits for its PIN.
    ///   - evenRestricted: whether it can also be called by a session that is restricted to its account's own data.
    ///   - evenInBackground: whether it can also be called by a session for background work, but not by sessions that
    ///     are restricted for another reason.
    ///   - inputs: the inputs whose values the closure `make` receives after the caller, in order.
    ///   - answers: the successful answers, at least one. A command that succeeds is answered with the first one's
    ///     status.
    ///   - problems: the endpoint's own problems. Those of the inputs, the access and the server are added
    ///     automatically.
    public init<Members: Audience, each Part: Sendable>(
        _ method: Method, _ path: PathTemplate, id: String, summary: String, details: String? = nil, tag: String,
        for audience: Members.Type, evenLocked: Bool = false, evenRestricted: Bool = false,
        evenInBackground: Bool = false, takes inputs: repeat Input<each Part>,
        answers: [Answer], problems: [Problem.Kind] = [], idempotency: Operation.Idempotency = .none,
        caching: Operation.Caching = .noStore,
        _ make: @escaping @Sendable (Caller<Members>, repeat each Part) throws(Problem) -> Action
    ) {
        let inputs = (repeat each inputs)
        var takes = Takes()
        for input in repeat each inputs { takes.add(input.takes) }
        operation = Operation(
            method: method, path: path, id: id, summary: summary, details: details, tag: tag,
            access: evenLocked ? .rolesEvenLocked(Members.roles) : .roles(Members.roles),
            isOpenToRestricted: evenRestricted, isOpenInBackground: evenInBackground, takes: takes, answers: answers,
            problems: problems,
            idempotency: idempotency, caching: caching)
        let declared = operation
        read = { invocation throws(Problem) in
            let caller = try Caller<Members>.of(invocation, calling: declared)
            let parts = try readAll(
                InputReading(invocation, queryNames: declared.queryNames), repeat each inputs)
            return try make(caller, repeat each parts)
        }
    }

    /// An endpoint without authentication. The closure `make` receives no caller.
    ///
    /// - Parameters:
    ///   - isDeprecated: whether clients should use another endpoint that does the same.
    ///   - inputs: the inputs whose values `make` receives, in order.
    ///   - answers: the successful answers, at least one.
    public init<each Part: Sendable>(
        _ method: Method, _ path: PathTemplate, id: String, summary: String, details: String? = nil, tag: String,
        for everybody: Everybody, isDeprecated: Bool = false, takes inputs: repeat Input<each Part>, answers: [Answer],
        problems: [Problem.Kind] = [], idempotency: Operation.Idempotency = .none,
        caching: Operation.Caching = .noStore,
        _ make: @escaping @Sendable (repeat each Part) throws(Problem) -> Action
    ) {
        let inputs = (repeat each inputs)
        var takes = Takes()
        for input in repeat each inputs { takes.add(input.takes) }
        operation = Operation(
            method: method, path: path, id: id, summary: summary, details: details, tag: tag, access: .everybody,
            isDeprecated: isDeprecated, isOpenToRestricted: true, takes: takes, answers: answers, problems: problems,
            idempotency: idempotency,
            caching: caching)
        let names = operation.queryNames
        read = { invocation throws(Problem) in
            let parts = try readAll(InputReading(invocation, queryNames: names), repeat each inputs)
            return try make(repeat each parts)
        }
    }

    private init(_ operation: Operation, _ read: @escaping @Sendable (Invocation) throws(Problem) -> Action) {
        self.operation = operation
        self.read = read
    }

    /// Prepares the action for a call.
    ///
    /// - Throws: 401 or 403 for a caller without access; 400, 415 or 428 for the inputs; the endpoint's own problems.
    public func prepare(_ invocation: Invocation) throws(Problem) -> Call<Action> {
        // The idempotency key is checked last, so that a caller without access is told only that access is missing.
        let action = try read(invocation)
        return Call(action: action, idempotencyKey: try invocation.idempotencyKey(operation.idempotency))
    }

    /// The problem of a call that is refused whatever its body contains: 401, 403, or 415 for the body's media type;
    /// `nil` if the body must be read to know.
    ///
    /// - Parameter invocation: the call without its body.
    public func refusalWithoutBody(_ invocation: Invocation) -> Problem? {
        do {
            _ = try read(invocation)
            return nil
        } catch {
            // The request is checked without its body. Only a problem 401, 403 or 415 is returned, since the missing
            // body may be the only cause of any other problem.
            return [401, 403, 415].contains(error.status) ? error : nil
        }
    }

    /// Converts the endpoint's action to another type, so that endpoints with different actions fit one list.
    public func map<Other>(_ change: @escaping @Sendable (Action) -> Other) -> Endpoint<Other> {
        let read = read
        return Endpoint<Other>(operation) { invocation throws(Problem) in change(try read(invocation)) }
    }
}

/// A call whose inputs have been read and checked, ready to be performed.
public struct Call<Action> {
    public let action: Action
    /// The idempotency key, if the endpoint accepts one and the client sent it.
    public let idempotencyKey: IdempotencyKey?
}

extension Call: Sendable where Action: Sendable {}

/// The audience of endpoints that anybody may call without a session.
public enum Everybody: Sendable {
    case everybody
}

extension Caller {
    fileprivate static func of(_ invocation: Invocation, calling operation: Operation) throws(Problem) -> Caller {
        guard let principal = invocation.principal else { throw .unauthenticated }
        guard let caller = Caller(principal) else { throw Problem(.forbidden) }
        guard operation.isOpenToLocked || !principal.isLocked else { throw Problem(.sessionLocked) }
        if let restriction = principal.restriction, !operation.isOpen(to: restriction) {
            throw .restricted(restriction)
        }
        return caller
    }
}

/// Reads the values of all inputs, or throws a problem that names every wrong input.
private func readAll<each Part>(
    _ reading: InputReading, _ inputs: repeat Input<each Part>
) throws(Problem) -> (repeat each Part) {
    do throws(InputFailure) {
        if let failure = reading.failure { throw failure }
        return (repeat try (each inputs).read(reading))
    } catch {
        var issues: [InputIssue] = []
        if let failure = reading.failure { try failure.collect(into: &issues) }
        for input in repeat each inputs { try input.collect(reading, into: &issues) }
        throw .malformed(issues)
    }
}
