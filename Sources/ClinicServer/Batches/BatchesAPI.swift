import Endpoints

/// The endpoint that performs several queued commands in one request.
enum BatchesAPI {
    static let endpoints: [Endpoint<ServerAction>] = [runBatch]

    private static let runBatch = Endpoint<ServerAction>(
        .post, "/api/v1/batch", id: "runBatch", summary: "Perform commands that were queued",
        details: """
            A client that was offline can send its queued commands in one request. The commands are performed in the \
            order of the list. Each command is checked, counted against the rate limits, performed and recorded like a \
            single request, and has its own answer. If a command is refused, the next commands are still performed, \
            except a command with `depends_on_previous` directly after it. A command must be an operation that needs a \
            session and accepts an `Idempotency-Key`; uploads, reads and batches are not permitted. The batch is not \
            one transaction. After a lost connection, send the whole batch again: each command has one effect and one \
            answer.
            """,
        tag: "Batches", for: SignedIn.self, takes: .body(CommandBatch.codec),
        answers: [.ok(CommandBatchAnswer.codec, "The answers, in the order of the commands")],
        problems: [.notBatchable, .previousNotDone]
    ) { _, batch throws(Problem) in .batch(batch) }
}

extension Problem.Kind {
    static let notBatchable = Problem.Kind(
        "not-batchable", 400, "This operation cannot be a command of a batch",
        means: """
            A command of a batch names an operation that only reads, needs no session, accepts no `Idempotency-Key`, \
            or takes an upload.
            """,
        remedy: "Send the operation as a single request.")
    static let previousNotDone = Problem.Kind(
        "previous-not-done", 409, "The command before this one was not done",
        means:
            """
            The command of a batch has `depends_on_previous`. It was left out, because the command before it was \
            refused or left out.
            """,
        remedy: "Correct the refused command, and send it again together with this one.")
}
