import Clinic
import ClinicServer
import Endpoints
import EventSourcing
import Identifiers
import Testing

@Suite struct RenderedViewsTests {
    private let clinic = UUIDBytes(high: 1, low: 1)

    private func key(_ target: String, day: Int = 0) -> RenderedViews.Key {
        RenderedViews.Key(
            .day(CivilDate(daysSince1970: day)), in: clinic, operation: "getReceptionQueue", target: target,
            role: .receptionist, subject: UUIDBytes(high: 2, low: 2))
    }

    private let patient = AccessLog.Shown.only(ID(UUIDBytes(high: 3, low: 3)))

    private func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 65, count: count) }

    @Test func `an answer is there for its version, and for no other`() {
        var views = RenderedViews()
        views.keep(bytes(10), patient, as: key("/a"), version: ViewVersion(position: 7))
        #expect(views.answer(key("/a"), version: ViewVersion(position: 7))?.bytes == bytes(10))
        #expect(views.answer(key("/a"), version: ViewVersion(position: 8))?.bytes == nil)
        #expect(views.answer(key("/b"), version: ViewVersion(position: 7))?.bytes == nil)
        views.keep(bytes(20), patient, as: key("/a"), version: ViewVersion(position: 8))
        #expect(views.answer(key("/a"), version: ViewVersion(position: 7))?.bytes == nil)
        #expect(views.answer(key("/a"), version: ViewVersion(position: 8))?.bytes == bytes(20))
    }

    @Test func `an answer that takes another's place counts once`() {
        var views = RenderedViews()
        for version in 1...1000 as ClosedRange<Int64> {
            views.keep(bytes(1000), patient, as: key("/a"), version: ViewVersion(position: version))
        }
        #expect(views.count == 1)
        #expect(views.size == 1000 + 16 + 2 + RenderedViews.entrySize)
    }

    @Test func `beyond the limit all is given up but what came last`() {
        var views = RenderedViews(limit: 100_000)
        let each = 6_000 + 16 + 2 + RenderedViews.entrySize
        let fit = 100_000 / each
        for number in 0..<fit {
            views.keep(
                bytes(6_000), patient, as: key("/\(number % 10)", day: number), version: ViewVersion(position: 1))
        }
        #expect(views.count == fit)
        #expect(views.size == fit * each)
        views.keep(bytes(6_000), patient, as: key("/z"), version: ViewVersion(position: 1))
        #expect(views.count == 1)
        #expect(views.size == each)
        #expect(views.answer(key("/z"), version: ViewVersion(position: 1))?.bytes != nil)
        #expect(views.answer(key("/0"), version: ViewVersion(position: 1))?.bytes == nil)
    }

    @Test func `an answer that would fill much of the room is not kept`() {
        var views = RenderedViews(limit: 160_000)
        views.keep(bytes(10_001), patient, as: key("/a"), version: ViewVersion(position: 1))
        #expect(views.count == 0)
        #expect(views.size == 0)
        views.keep(bytes(10_000), patient, as: key("/a"), version: ViewVersion(position: 1))
        #expect(views.count == 1)
    }

    @Test func `whoever asks for ever other days does not make it grow`() {
        var views = RenderedViews(limit: 200_000)
        for day in 0..<20_000 {
            views.keep(
                bytes(40), patient, as: key("/api/v1/reception/queue?date=\(day)", day: day),
                version: ViewVersion(position: 1))
            #expect(views.size <= 200_000)
            #expect(views.count <= 200_000 / RenderedViews.entrySize)
        }
    }
}
