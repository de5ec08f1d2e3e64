import PostgresClient
import SQL
import Testing

struct PipelineTests {
    typealias Subject = Pipeline<Int, String>

    let refusal = ServerError(sqlState: "23505")
    let farewell = ServerError(sqlState: "57P01", isFatal: true)

    func pipeline(_ segments: Int..., prepare: PreparedStatement? = nil) -> Subject {
        var pipeline = Subject()
        for (ticket, statements) in segments.enumerated() {
            pipeline.append(ticket, steps: Array(repeating: .execute, count: statements))
        }
        return pipeline
    }

    /// Passes PostgreSQL's replies to the pipeline, and returns the outcome of each database call in the order of
    /// completion.
    func feed(_ pipeline: inout Subject, _ replies: [StatementReply<String>]) throws -> [(
        Int, Result<[String], ServerError>
    )] {
        var outcomes: [(Int, Result<[String], ServerError>)] = []
        for reply in replies {
            switch pipeline.receive(reply) {
            case .complete(let ticket, let outcome): outcomes.append((ticket, outcome))
            case .violation(let what): throw PostgresError.protocolViolation(what)
            case .wait, .prepared, .notPrepared: break
            }
        }
        return outcomes
    }

    @Test func `each answer of PostgreSQL is assigned to its database call, in order`() throws {
        var pipeline = pipeline(1, 2)
        let outcomes = try feed(
            &pipeline, [.done("a"), .end, .sync, .done("b"), .end, .done("c"), .end, .sync])
        #expect(outcomes.map(\.0) == [0, 1])
        #expect(try outcomes[0].1.get() == ["a"])
        #expect(try outcomes[1].1.get() == ["b", "c"])
        #expect(pipeline.isEmpty)
    }

    @Test func `an error in the middle of a database call does not change the answer to the next call`() throws {
        var pipeline = pipeline(3, 1)
        let outcomes = try feed(
            &pipeline,
            [.done("a"), .end, .failed(refusal), .end, .skipped, .end, .sync, .done("next"), .end, .sync])
        #expect(outcomes[0].1 == .failure(refusal))
        #expect(outcomes[1].1 == .success(["next"]))
    }

    @Test func `an error at commit fails its database call, whether or not libpq returns a NULL after the error`()
        throws
    {
        for ending in [[StatementReply<String>.failed(refusal), .end, .sync], [.failed(refusal), .sync]] {
            var pipeline = pipeline(1, 1)
            let outcomes = try feed(&pipeline, [.done("a"), .end] + ending + [.done("b"), .end, .sync])
            #expect(outcomes[0].1 == .failure(refusal))
            #expect(outcomes[1].1 == .success(["b"]))
        }
    }

    @Test func `the pipeline reports that a statement whose Parse was skipped is not prepared`() throws {
        var prepared = PreparedStatements(limit: 4)
        guard case .prepare(let statement) = prepared.use("SELECT 1", segment: 1) else {
            return #expect(Bool(false), "nothing to prepare")
        }
        var subject = Subject()
        subject.append(0, steps: [.execute, .prepare(statement), .execute])
        var forgotten: [String] = []
        for reply in [StatementReply<String>.failed(refusal), .end, .skipped, .end, .skipped, .end] {
            if case .notPrepared(let which) = subject.receive(reply) { forgotten.append(which.name) }
        }
        #expect(forgotten == [statement.name])
        guard case .complete(0, .failure(refusal)) = subject.receive(.sync) else {
            return #expect(Bool(false), "not complete")
        }
    }

    @Test(arguments: [
        [StatementReply<String>.sync], [.end], [.skipped], [.done("a"), .done("b")], [.done("a"), .sync],
        [.misplaced("COPY")],
    ])
    func `a PostgreSQL answer in the wrong order is a protocol violation`(replies: [StatementReply<String>]) throws {
        var pipeline = pipeline(1)
        #expect(throws: PostgresError.self) { try feed(&pipeline, replies) }
    }

    @Test func `a PostgreSQL answer without a request is a protocol violation`() {
        var pipeline = Subject()
        #expect(throws: PostgresError.self) { try feed(&pipeline, [.sync]) }
    }

    @Test func `a sent database call has an unknown outcome if the connection is lost before the answer`() throws {
        var pipeline = pipeline(1, 1)
        _ = try feed(&pipeline, [.done("a"), .end])
        let fates = pipeline.lose(lastIsWhole: true) { _ in false }
        #expect(fates.map(\.fate) == [.unknown, .unknown])
        #expect(pipeline.isEmpty)
    }

    @Test func `a database call whose Sync was not sent cannot have been committed`() {
        var pipeline = pipeline(1, 1)
        #expect(pipeline.lose(lastIsWhole: false) { _ in false }.map(\.fate) == [.unknown, .notApplied])
    }

    @Test func `a database call that PostgreSQL rejected is reported as rejected even if the connection is lost later`()
        throws
    {
        var pipeline = pipeline(1, 1)
        _ = try feed(&pipeline, [.failed(refusal)])
        #expect(pipeline.lose(lastIsWhole: true) { _ in false }.map(\.fate) == [.refused(refusal), .unknown])
    }

    @Test func `database calls that were sent after a call with a fatal error of PostgreSQL did not run`() throws {
        var pipeline = pipeline(1, 1, 1)
        _ = try feed(&pipeline, [.failed(farewell)])
        #expect(pipeline.lose(lastIsWhole: true) { _ in false }.map(\.fate) == [.ended, .notApplied, .notApplied])
    }

    @Test func `a database call that contains a COMMIT has an unknown outcome even after a fatal error of PostgreSQL`()
        throws
    {
        var pipeline = pipeline(1, 1)
        _ = try feed(&pipeline, [.failed(farewell)])
        #expect(pipeline.lose(lastIsWhole: true) { $0 == 0 }.map(\.fate) == [.unknown, .notApplied])
    }

    @Test(arguments: 0..<50) func `every answer is assigned to its own database call even if other calls fail`(
        seed: UInt64
    )
        throws
    {
        var random = SplitMix(state: seed)
        var subject = Subject()
        var replies: [StatementReply<String>] = []
        var expected: [Result<[String], ServerError>] = []
        for ticket in 0..<40 {
            let count = Int.random(in: 1...4, using: &random)
            subject.append(ticket, steps: Array(repeating: .execute, count: count))
            let broken = Int.random(in: 0..<12, using: &random)
            var outputs: [String] = []
            for step in 0..<count {
                if step < broken {
                    outputs.append("\(ticket).\(step)")
                    replies += [.done("\(ticket).\(step)"), .end]
                } else {
                    replies += [step == broken ? .failed(refusal) : .skipped, .end]
                }
            }
            if broken == count { replies += [.failed(refusal), .end] }
            replies.append(.sync)
            expected.append(broken > count ? .success(outputs) : .failure(refusal))
        }
        let outcomes = try feed(&subject, replies)
        #expect(outcomes.map(\.0) == Array(0..<40))
        #expect(outcomes.map(\.1) == expected)
    }
}

/// A random number generator that returns the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
