import Clinic
import ClinicServer
import Endpoints
import EventLoop
import EventSourcing
import Identifiers
import TestSupport
import Testing

/// Tests how held polls end. Most of them may wait for an hour, so that only the event of the test ends them.
@Suite struct HeldPollTests {
    private let clinic = UUIDBytes(high: 1, low: 1)
    private let today = View.day(CivilDate(daysSince1970: 20_000))
    private let views = ViewVersions()

    init() {
        views.listens(true)
        know()
    }

    private func know() {
        if let lesson = views.learn(clinic) { views.know(clinic, ViewVersion(position: 5), since: lesson) }
    }

    private func change(at position: Int64) throws {
        views.appended([try .contactChanged(in: clinic, at: position)], in: clinic)
    }

    /// Starts two polls, calls `end`, and expects that both polls then stop waiting.
    private func held(
        limit: Int = 10, _ end: @escaping @Sendable (HeldPolls, [Task<HeldPolls.Outcome, Never>]) async throws -> Void
    )
        async throws
    {
        let (clinic, today, views) = (clinic, today, views)
        try await EventLoop.with { loop in
            let polls = HeldPolls(on: loop, views, limit: limit)
            let waiting = (0..<2).map { _ in
                loop.task {
                    await polls.wait(for: today, in: clinic, after: ViewVersion(position: 5), atMost: .seconds(3600))
                }
            }
            while polls.count < 2 { try await loop.turn() }
            try await end(polls, waiting)
            for task in waiting { #expect(await task.value == .waited) }
            #expect(polls.count == 0)
        }
    }

    @Test func `a held poll ends when its view changes`() async throws {
        try await held { _, _ in try change(at: 6) }
        #expect(views.version(of: today, in: clinic) == ViewVersion(position: 6))
    }

    @Test func `a held poll ends when its clinic's documents are rebuilt`() async throws {
        try await held { _, _ in views.rebuilt(clinic, edition: 1) }
        #expect(views.version(of: today, in: clinic) == ViewVersion(edition: 1, position: 5))
    }

    @Test func `a held poll ends when the server may have missed events`() async throws {
        try await held { _, _ in views.appended([], in: clinic) }
        know()
        try await held { _, _ in views.listens(false) }
    }

    @Test func `a held poll ends when its task is cancelled`() async throws {
        try await held { _, tasks in for task in tasks { task.cancel() } }
    }

    @Test func `a stopping server ends its held polls and holds no new polls`() async throws {
        try await held { polls, _ in
            polls.close()
            let late = await polls.wait(
                for: today, in: clinic, after: ViewVersion(position: 5), atMost: .seconds(3600))
            #expect(late == .notHeld)
        }
    }

    @Test func `a held poll ends at its time limit`() async throws {
        let (clinic, today, views) = (clinic, today, views)
        try await EventLoop.with { loop in
            let polls = HeldPolls(on: loop, views)
            let wait = await polls.wait(
                for: today, in: clinic, after: ViewVersion(position: 5), atMost: .milliseconds(1))
            #expect(wait == .waited)
            #expect(polls.count == 0)
        }
    }

    @Test func `an event loop refuses to hold more polls than its limit`() async throws {
        try await held(limit: 2) { polls, _ in
            func waits(after position: Int64) async -> HeldPolls.Outcome {
                await polls.wait(for: today, in: clinic, after: ViewVersion(position: position), atMost: .seconds(3600))
            }
            #expect(await waits(after: 5) == .full)
            // If the view has already changed, a poll is not held, even if the event loop holds as many polls as its
            // limit allows.
            #expect(await waits(after: 4) == .notHeld)
            try change(at: 6)
        }
    }

    @Test func `one person cannot take all places of held polls`() async throws {
        let (clinic, today, views) = (clinic, today, views)
        try await EventLoop.with { loop in
            let polls = HeldPolls(on: loop, views, limit: 32)
            let watched = clinic
            func wait(_ person: UInt64, in clinic: UUIDBytes) async -> HeldPolls.Outcome {
                await polls.wait(
                    for: today, in: watched, after: ViewVersion(position: 5), atMost: .seconds(3600),
                    by: Sharer(clinic: clinic, person: UUIDBytes(high: 0, low: person)))
            }
            func hold(_ person: UInt64, in clinic: UUIDBytes) async throws -> Task<HeldPolls.Outcome, Never> {
                let before = polls.count
                let task = loop.task { await wait(person, in: clinic) }
                while polls.count == before { try await loop.turn() }
                return task
            }
            var waiting: [Task<HeldPolls.Outcome, Never>] = []
            for _ in 0..<2 { waiting.append(try await hold(1, in: clinic)) }
            #expect(await wait(1, in: clinic) == .full)
            // The clinic's other persons have places, up to three quarters of all.
            for person in 2..<24 as Range<UInt64> { waiting.append(try await hold(person, in: clinic)) }
            #expect(await wait(24, in: clinic) == .full)
            waiting.append(try await hold(1, in: UUIDBytes(high: 1, low: 2)))
            // A place is free again after its poll has ended.
            waiting[0].cancel()
            #expect(await waiting[0].value == .waited)
            waiting.append(try await hold(1, in: clinic))
            polls.close()
            for task in waiting { #expect(await task.value == .waited) }
        }
    }

    @Test func `a poll is answered at once if its view has already changed or if the server cannot receive changes`()
        async throws
    {
        let (clinic, today, views) = (clinic, today, views)
        try await EventLoop.with { loop in
            let polls = HeldPolls(on: loop, views)
            func waits(_ clinic: UUIDBytes, after position: Int64) async -> Bool {
                await polls.wait(for: today, in: clinic, after: ViewVersion(position: position), atMost: .seconds(3600))
                    != .notHeld
            }
            #expect(await !waits(clinic, after: 4))
            #expect(await !waits(UUIDBytes(high: 1, low: 2), after: 5))
            views.listens(false)
            #expect(await !waits(clinic, after: 5))
        }
    }
}
