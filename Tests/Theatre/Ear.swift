import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL
import Synchronization
import TestSupport

/// Records, on one event loop, the positions of the events that are announced to its process.
package final class Ear: Sendable {
    private struct State {
        var positions: [Int64] = []
        var waiting: (count: Int, CheckedContinuation<[Int64], Never>)?
    }

    private let state = Mutex(State())

    package init(_ announcements: Announcements<TheatreEvent>, on loop: EventLoop) {
        announcements.onAppended { [weak self] _, events in
            let positions = events.map(\.position)
            loop.execute { [weak self] in self?.hear(positions) }
        }
    }

    private func hear(_ positions: [Int64]) {
        let ready = state.withLock { state -> (CheckedContinuation<[Int64], Never>, [Int64])? in
            state.positions += positions
            guard let (count, continuation) = state.waiting, state.positions.count >= count else { return nil }
            state.waiting = nil
            return (continuation, state.positions)
        }
        if let (continuation, positions) = ready { continuation.resume(returning: positions) }
    }

    /// Waits until `count` positions have been received, and returns all received positions.
    package func positions(_ count: Int) async -> [Int64] {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state -> [Int64]? in
                if state.positions.count >= count { return state.positions }
                state.waiting = (count, continuation)
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }
}

extension TheatreProcess {
    /// Runs a follower on the first event loop while `body` runs. The follower receives events by notifications only,
    /// since its polling interval is an hour.
    package func follow(
        inStep: @escaping @Sendable (Bool) -> Void = { _ in },
        rebuilt: @escaping @Sendable (UUIDBytes, Int64) -> Void = { _, _ in },
        _ body: (LoopBound<EventFollower<TheatreEvent>>) async throws -> Void
    ) async throws {
        let (house, shared) = (house, shared)
        let follower = try await house.reads.run { reads in
            let follower = EventFollower(
                on: house.loop, reads: reads, sharing: shared, pollEvery: .seconds(3600), inStep: inStep,
                rebuilt: rebuilt)
            return LoopBound(follower, on: house.loop)
        }
        let configuration = PostgresConfiguration(
            conninfo: conninfo, role: "chairside_server", applicationName: "follower")
        try await follower.run { await $0.start(configuration) }
        let result: Result<Void, any Error>
        do { result = .success(try await body(follower)) } catch { result = .failure(error) }
        try await follower.run { await $0.stop() }
        try result.get()
    }
}

extension TestDatabase {
    /// Ends the database session in which the follower of `follow` listens for notifications.
    package func cutFollower() async throws {
        try await run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'follower' AND datname = current_database()
            """)
    }
}
