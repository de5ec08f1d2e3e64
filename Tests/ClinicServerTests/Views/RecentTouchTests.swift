import Clinic
import ClinicServer
import EventSourcing
import Identifiers
import Testing

/// Tests of the last changes of a clinic that a server keeps for clients that follow a list.
@Suite struct RecentTouchTests {
    private let clinic = UUIDBytes(high: 1, low: 1)
    private let views = ViewVersions()

    init() throws {
        views.listens(true)
        let lesson = try #require(views.learn(clinic))
        views.know(clinic, ViewVersion(position: 5), since: lesson)
    }

    private func change(at position: Int64) throws {
        views.appended([try .contactChanged(in: clinic, at: position)], in: clinic)
    }

    private func touches(after position: Int64, edition: Int64 = 0) -> Int? {
        views.touches(in: clinic, after: ViewVersion(edition: edition, position: position))?.count
    }

    @Test func `the touches after a position include the touches of later events only`() throws {
        for position in Int64(6)...9 { try change(at: position) }
        #expect(touches(after: 5) == 4)
        #expect(touches(after: 8) == 1)
        #expect(touches(after: 9) == 0)
    }

    @Test func `touches are unknown after a position that is older than the server's tracking of the clinic`() throws {
        try change(at: 6)
        #expect(touches(after: 4) == nil)
    }

    @Test func `the touches after a position of another edition or another PostgreSQL timeline are unknown`() throws {
        try change(at: 6)
        #expect(touches(after: 5, edition: 1) == nil)
        #expect(views.touches(in: clinic, after: ViewVersion(timeline: 2, position: 5)) == nil)
    }

    @Test func `the known position of a feed does not pass an event that the server has not received yet`() throws {
        try change(at: 7)
        #expect(views.place(in: clinic) == ViewVersion(position: 5))
        #expect(touches(after: 5) == 1)
        try change(at: 6)
        #expect(views.place(in: clinic) == ViewVersion(position: 7))
        #expect(touches(after: 5) == 2)
    }

    @Test func `a clinic's view versions are forgotten if thousands of events arrive before a missing earlier event`()
        throws
    {
        for position in Int64(7)...4_102 { try change(at: position) }
        #expect(views.place(in: clinic) == ViewVersion(position: 5))
        try change(at: 4_103)
        #expect(views.place(in: clinic) == nil)
    }

    @Test func `an event that is received twice gives its touches once`() throws {
        try change(at: 6)
        try change(at: 6)
        #expect(touches(after: 5) == 1)
    }

    @Test func `after thousands of touches only the last touches are known`() throws {
        for position in Int64(6)...5_000 { try change(at: position) }
        #expect(touches(after: 5) == nil)
        let kept = try #require(touches(after: 4_600))
        #expect(kept == 400)
    }
}
