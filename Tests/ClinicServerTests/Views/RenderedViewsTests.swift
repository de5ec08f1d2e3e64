import Clinic
import ClinicServer
import Endpoints
import EventSourcing
import Identifiers
import SQL
import Testing

@Suite struct RenderedViewsTests {
    private let clinic = UUIDBytes(high: 1, low: 1)

    private func key(_ day: Int, doctor: UUIDBytes? = nil) -> RenderedViews.Key {
        let ofDoctor: Statement = doctor.map { "AND doctor_id = \($0)" as Statement } ?? ""
        return RenderedViews.Key(
            "SELECT document FROM appointment WHERE date = \(CivilDate(daysSince1970: day)) \(ofDoctor)", in: clinic,
            operation: "getReceptionQueue")
    }

    private let patient = AccessLog.Shown.only(ID(UUIDBytes(high: 3, low: 3)))

    private func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 65, count: count) }

    private func content(_ count: Int) -> ViewContent { ViewContent(bytes(count), patient) }

    @Test func `a cached rendered answer is used for its view version only`() {
        var views = RenderedViews()
        views.keep(content(10), as: key(1), version: ViewVersion(position: 7))
        #expect(views.content(key(1), version: ViewVersion(position: 7))?.bytes == bytes(10))
        #expect(views.content(key(1), version: ViewVersion(position: 8))?.bytes == nil)
        #expect(views.content(key(2), version: ViewVersion(position: 7))?.bytes == nil)
        views.keep(content(20), as: key(1), version: ViewVersion(position: 8))
        #expect(views.content(key(1), version: ViewVersion(position: 7))?.bytes == nil)
        #expect(views.content(key(1), version: ViewVersion(position: 8))?.bytes == bytes(20))
    }

    @Test func `the cache of rendered answers distinguishes requests and clinics`() {
        var views = RenderedViews()
        let (version, doctor) = (ViewVersion(position: 7), UUIDBytes(high: 4, low: 4))
        views.keep(content(10), as: key(1, doctor: doctor), version: version)
        #expect(views.content(key(1, doctor: doctor), version: version)?.bytes == bytes(10))
        #expect(views.content(key(1), version: version) == nil)
        #expect(views.content(key(1, doctor: UUIDBytes(high: 4, low: 5)), version: version) == nil)
        let (question, elsewhere) = (key(1, doctor: doctor).question, UUIDBytes(high: 1, low: 2))
        let inAnother = RenderedViews.Key(question, in: elsewhere, operation: "getReceptionQueue")
        #expect(views.content(inAnother, version: version) == nil)
        let byAnother = RenderedViews.Key(question, in: clinic, operation: "getDoctorSchedule")
        #expect(views.content(byAnother, version: version) == nil)
    }

    @Test func `when a cached rendered answer is replaced, only the new one counts in the cache's size`() {
        var views = RenderedViews()
        for version in 1...1000 as ClosedRange<Int64> {
            views.keep(content(1000), as: key(1), version: ViewVersion(position: version))
        }
        #expect(views.count == 1)
        #expect(views.size == 1000 + 16 + RenderedViews.entrySize)
    }

    @Test func `when the cache of rendered answers exceeds its size limit, only the newest answer is kept`() {
        var views = RenderedViews(limit: 100_000)
        let each = 6_000 + 16 + RenderedViews.entrySize
        let fit = 100_000 / each
        for number in 0..<fit {
            views.keep(
                content(6_000), as: key(number), version: ViewVersion(position: 1))
        }
        #expect(views.count == fit)
        #expect(views.size == fit * each)
        views.keep(content(6_000), as: key(-1), version: ViewVersion(position: 1))
        #expect(views.count == 1)
        #expect(views.size == each)
        #expect(views.content(key(-1), version: ViewVersion(position: 1))?.bytes != nil)
        #expect(views.content(key(0), version: ViewVersion(position: 1))?.bytes == nil)
    }

    @Test func `a rendered answer that would fill a large fraction of the cache is not cached`() {
        var views = RenderedViews(limit: 160_000)
        views.keep(content(10_001), as: key(1), version: ViewVersion(position: 1))
        #expect(views.count == 0)
        #expect(views.size == 0)
        views.keep(content(10_000), as: key(1), version: ViewVersion(position: 1))
        #expect(views.count == 1)
    }

    @Test func `requests for many different days do not grow the cache of rendered answers`() {
        var views = RenderedViews(limit: 200_000)
        for day in 0..<20_000 {
            views.keep(
                content(40), as: key(day),
                version: ViewVersion(position: 1))
            #expect(views.size <= 200_000)
            #expect(views.count <= 200_000 / RenderedViews.entrySize)
        }
    }
}
