import ClinicServer
import EventLoop
import Identifiers
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests simultaneous reads of views. The test decides when each read finishes.
@Suite struct PolledViewTests {
    private final class Desk {
        let views: PolledViews
        private let loop: EventLoop
        private var waiting: [CheckedContinuation<Result<String, PostgresError>, Never>] = []
        /// The number of view reads that have begun.
        private(set) var reads = 0

        init(on loop: EventLoop) {
            self.loop = loop
            views = PolledViews(on: loop)
        }

        private let key = RenderedViews.Key("SELECT 1", in: UUIDBytes(high: 1, low: 1), operation: "getReceptionQueue")

        func ask(as position: Int64) -> Task<Result<String?, PostgresError>, Never> {
            loop.task { [self] in
                do throws(PostgresError) {
                    let version = ViewVersion(position: position)
                    let content = try await views.content(key, version: version) {
                        [self] () async throws(PostgresError) in
                        try await read()
                    }
                    return .success(content.map { String(decoding: $0.bytes, as: UTF8.self) })
                } catch { return .failure(error) }
            }
        }

        func kept(as position: Int64) -> String? {
            views.content(key, version: ViewVersion(position: position)).map {
                String(decoding: $0.bytes, as: UTF8.self)
            }
        }

        private func read() async throws(PostgresError) -> ViewContent? {
            reads += 1
            let text = try await withCheckedContinuation { waiting.append($0) }.get()
            return ViewContent(Array(text.utf8), .only(ID(UUIDBytes(high: 3, low: 3))))
        }

        /// Waits until `count` view reads have begun and every caller is waiting.
        func begun(_ count: Int) async throws {
            while reads < count { try await loop.turn() }
            for _ in 0..<3 { try await loop.turn() }
        }

        /// Reverses the order of the view reads in progress, so that `end` finishes the newest first.
        func swap() { waiting.reverse() }

        /// Finishes the first of the view reads in progress.
        func end(with result: Result<String, PostgresError>) { waiting.removeFirst().resume(returning: result) }
    }

    private func with(_ body: @escaping @Sendable (Desk) async throws -> Void) async throws {
        try await EventLoop.with { loop in try await body(Desk(on: loop)) }
    }

    @Test func `callers that ask for a view while the view is being read share that read`() async throws {
        try await with { desk in
            let asking = (0..<5).map { _ in desk.ask(as: 7) }
            try await desk.begun(1)
            #expect(desk.reads == 1)
            desk.end(with: .success("seven"))
            for one in asking {
                let text = try await one.value.get()
                #expect(text == "seven")
            }
            let later = try await desk.ask(as: 7).value.get()
            #expect(later == "seven")
            #expect(desk.reads == 1)
        }
    }

    @Test func `a caller that asks after a change gets no view whose read began before the change`() async throws {
        try await with { desk in
            let before = desk.ask(as: 7)
            try await desk.begun(1)
            let after = desk.ask(as: 8)
            try await desk.begun(2)
            desk.end(with: .success("seven"))
            let old = try await before.value.get()
            #expect(old == "seven")
            #expect(desk.kept(as: 7) == nil)
            desk.end(with: .success("eight"))
            let new = try await after.value.get()
            #expect(new == "eight")
            #expect(desk.kept(as: 8) == "eight")
        }
    }

    @Test func `a slow read of a view does not replace the result of a newer read that finished first`() async throws {
        try await with { desk in
            let before = desk.ask(as: 7)
            try await desk.begun(1)
            let after = desk.ask(as: 8)
            try await desk.begun(2)
            desk.swap()
            desk.end(with: .success("eight"))
            _ = try await after.value.get()
            desk.end(with: .success("seven"))
            let old = try await before.value.get()
            #expect(old == "seven")
            #expect(desk.kept(as: 8) == "eight")
        }
    }

    @Test func `a failed read of a view fails for all waiting callers, and the next caller starts a new read`()
        async throws
    {
        try await with { desk in
            let asking = (0..<2).map { _ in desk.ask(as: 7) }
            try await desk.begun(1)
            desk.end(with: .failure(.busy))
            for one in asking {
                let result = await one.value
                #expect(throws: PostgresError.self) { try result.get() }
            }
            let again = desk.ask(as: 7)
            try await desk.begun(2)
            desk.end(with: .success("seven"))
            let text = try await again.value.get()
            #expect(text == "seven")
        }
    }

    @Test func `the read of a view continues when its first caller stops waiting`() async throws {
        try await with { desk in
            let first = desk.ask(as: 7)
            try await desk.begun(1)
            let second = desk.ask(as: 7)
            first.cancel()
            try await desk.begun(1)
            desk.end(with: .success("seven"))
            let text = try await second.value.get()
            #expect(text == "seven")
        }
    }
}
