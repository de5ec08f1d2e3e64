import Clinic
import ClinicServer
import Endpoints
import EventSourcing
import Identifiers
import Testing

@Suite struct ViewVersionTests {
    private let clinic = UUIDBytes(high: 1, low: 1)
    private let today = View.day(CivilDate(daysSince1970: 20_000))
    private let views = ViewVersions()

    init() { views.listens(true) }

    private func change(at position: Int64) throws {
        views.appended([try .contactChanged(in: clinic, at: position)], in: clinic)
    }

    @Test func `a clinic's first view version is the end of the feed that was read`() throws {
        let lesson = try #require(views.learn(clinic))
        #expect(views.version(of: today, in: clinic) == nil)
        views.know(clinic, ViewVersion(position: 9), since: lesson)
        #expect(views.version(of: today, in: clinic) == ViewVersion(position: 9))
        #expect(views.learn(clinic) == nil)
        try change(at: 10)
        #expect(views.version(of: today, in: clinic) == ViewVersion(position: 10))
    }

    @Test func `a first view version includes an event received while the feed was being read`() throws {
        let lesson = try #require(views.learn(clinic))
        try change(at: 10)
        views.know(clinic, ViewVersion(position: 9), since: lesson)
        #expect(views.version(of: today, in: clinic) == ViewVersion(position: 10))
    }

    @Test func `a read of the feed during which events were missed sets no view version`() throws {
        let first = try #require(views.learn(clinic))
        views.appended([], in: clinic)
        views.know(clinic, ViewVersion(position: 9), since: first)
        #expect(views.version(of: today, in: clinic) == nil)

        let second = try #require(views.learn(clinic))
        views.listens(false)
        #expect(views.learn(clinic) == nil)
        views.listens(true)
        let third = try #require(views.learn(clinic))
        views.know(clinic, ViewVersion(position: 9), since: second)
        #expect(views.version(of: today, in: clinic) == nil)
        views.know(clinic, ViewVersion(position: 12), since: third)
        #expect(views.version(of: today, in: clinic) == ViewVersion(position: 12))
    }

    @Test func `a rebuild changes the view version without an event`() throws {
        let lesson = try #require(views.learn(clinic))
        views.know(clinic, ViewVersion(edition: 3, position: 9), since: lesson)
        views.rebuilt(clinic, edition: 4)
        #expect(views.version(of: today, in: clinic) == ViewVersion(edition: 4, position: 9))
        // A notification of an earlier edition that arrives late is ignored.
        views.rebuilt(clinic, edition: 3)
        #expect(views.version(of: today, in: clinic) == ViewVersion(edition: 4, position: 9))
    }

    @Test func `a view version has the newest edition, even if the edition was received during the read of the feed`()
        throws
    {
        let lesson = try #require(views.learn(clinic))
        views.rebuilt(clinic, edition: 4)
        try change(at: 10)
        views.know(clinic, ViewVersion(edition: 3, position: 9), since: lesson)
        #expect(views.version(of: today, in: clinic) == ViewVersion(edition: 4, position: 10))
    }

    @Test func `view versions at the same position differ if PostgreSQL's timelines differ`() throws {
        let before = ViewVersion(edition: 3, position: 9)
        views.know(clinic, before, since: try #require(views.learn(clinic)))
        try change(at: 10)
        let shown = try #require(views.version(of: today, in: clinic))
        views.listens(false)
        views.listens(true)
        views.know(
            clinic, ViewVersion(timeline: 2, edition: 3, position: 9), since: try #require(views.learn(clinic)))
        try change(at: 10)
        let now = try #require(views.version(of: today, in: clinic))
        #expect(now.position == shown.position && now != shown)
        #expect(EntityTag(today, now) != EntityTag(today, shown))
    }

    @Test func `a view version read from a database server that has been replaced is ignored`() throws {
        let other = UUIDBytes(high: 2, low: 2)
        let (early, late) = (try #require(views.learn(clinic)), try #require(views.learn(other)))
        views.know(clinic, ViewVersion(position: 9), since: early)
        views.know(other, ViewVersion(timeline: 2, position: 5), since: late)
        #expect(views.version(of: today, in: other) == ViewVersion(timeline: 2, position: 5))
        #expect(views.version(of: today, in: clinic) == nil)
        views.know(clinic, ViewVersion(position: 9), since: try #require(views.learn(clinic)))
        #expect(views.version(of: today, in: clinic) == nil)
        views.know(clinic, ViewVersion(timeline: 2, position: 8), since: try #require(views.learn(clinic)))
        #expect(views.version(of: today, in: clinic) == ViewVersion(timeline: 2, position: 8))
    }

    @Test func `the entity tag of today's view contains the date, so that it changes on the next day`() {
        let version = ViewVersion(edition: 1, position: 9)
        let tomorrow = View.day(CivilDate(daysSince1970: 20_001))
        #expect(EntityTag(today, version) == EntityTag(today, version))
        #expect(EntityTag(today, version) != EntityTag(tomorrow, version))
        #expect(EntityTag(today, version) != EntityTag(today, ViewVersion(position: 9)))
    }

    @Test func `if two callers read a clinic's view version at once, an outdated result does not replace a newer one`()
        throws
    {
        let (one, other) = (try #require(views.learn(clinic)), try #require(views.learn(clinic)))
        views.know(clinic, ViewVersion(position: 9), since: one)
        try change(at: 10)
        views.know(clinic, ViewVersion(position: 9), since: other)
        #expect(views.version(of: today, in: clinic) == ViewVersion(position: 10))
    }
}

extension Recorded<ClinicEvent> {
    /// An event that changes a patient's contact details, which may change the view of any day.
    static func contactChanged(in clinic: UUIDBytes, at position: Int64) throws -> Recorded {
        let json = #"{"patient_id":"01939a3c-6a00-7000-8000-0000000000aa","contact":{}}"#
        return Recorded(
            clinic: clinic, position: position,
            event: try ClinicEvent.types.decode(type: "patient-contact-changed", version: 1, data: Array(json.utf8)),
            recordedAt: Instant(secondsSince1970: 0), actor: .system)
    }
}
