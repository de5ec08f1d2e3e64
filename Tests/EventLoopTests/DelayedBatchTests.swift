import EventLoop
import Testing

@Suite struct DelayedBatchTests {
    private final class Paper {
        var written: [[Int]] = []
        var failures = 0
        var isTorn = false
    }

    private struct Torn: Error {}

    private func onLoop(_ body: @escaping @Sendable (EventLoop) async throws -> Void) async throws {
        try await withLoops { loops in try await loops[0].run { try await body(loops[0]) } }
    }

    @Test func `a delayed batch writes items added within the delay together, in the order of addition`() async throws {
        try await onLoop { loop in
            let paper = Paper()
            let batch = DelayedBatch<Int>(on: loop, after: .milliseconds(1)) { paper.written.append($0) }
            for item in 1...3 { batch.add(item) }
            #expect(batch.load == 3)
            while batch.load > 0 { try await loop.sleep(for: .milliseconds(1)) }
            #expect(paper.written == [[1, 2, 3]])
        }
    }

    @Test func `if a delayed batch cannot be written, its items are kept and written before newer items`() async throws
    {
        try await onLoop { loop in
            let paper = Paper()
            paper.isTorn = true
            let batch = DelayedBatch<Int>(on: loop, after: .seconds(3600), weight: { $0 }) { items in
                if paper.isTorn { throw Torn() }
                paper.written.append(items)
            } failed: { _ in
                paper.failures += 1
            }
            batch.add(10)
            await batch.write()
            #expect(paper.failures == 1)
            #expect(batch.load == 10, "by weight")
            paper.isTorn = false
            batch.add(20)
            await batch.close()
            #expect(paper.written == [[10, 20]])
            #expect(batch.load == 0)
        }
    }

    @Test func `closing a delayed batch also writes an item that was added during a write`() async throws {
        try await onLoop { loop in
            let paper = Paper()
            let gate = AsyncStream<Void>.makeStream()
            let batch = DelayedBatch<Int>(on: loop, after: .seconds(3600)) { items in
                if items == [1] { for await _ in gate.stream { break } }
                paper.written.append(items)
            }
            batch.add(1)
            let first = loop.task { await batch.write() }
            while !paper.written.isEmpty || batch.load != 1 { await Task.yield() }
            await Task.yield()
            batch.add(2)
            gate.continuation.yield()
            await batch.close()
            await first.value
            #expect(paper.written.flatMap { $0 } == [1, 2])
        }
    }
}
