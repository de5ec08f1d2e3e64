import Clinic
import Endpoints
import EventSourcing
import JSON
import Testing

private let friday: Instant = "2026-11-20T10:00:00Z"

@Suite struct PublicTimeTests {
    private func times(_ booking: PublicBooking, doctor: UInt64? = nil) throws -> [JSONValue] {
        var desk = try Desk()
        try desk.run(SetPublicBooking(booking), at: friday)
        let search = PublicSearch(
            Practice.service(1), with: doctor.map(Practice.doctor), on: "2026-11-23"..."2026-11-23")
        let bytes = try desk.ask(at: friday) { (model, now) throws(Problem) in
            PublicTimes.codec.bytes(try search.times(&model, at: now))
        }
        return try JSONValue(parsing: bytes)["items"]?.elements ?? []
    }

    @Test
    func `if the clinic shows its doctors, strangers see the doctor of each free time, and can search for one doctor`()
        throws
    {
        let all = try times(PublicBooking(isOn: true, showsDoctors: true))
        #expect(Set(all.compactMap { $0["doctor_name"]?.string }) == ["Dr. Ada", "Dr. Ben"])
        let ofOne = try times(PublicBooking(isOn: true, showsDoctors: true), doctor: 2)
        #expect(Set(ofOne.compactMap { $0["doctor_name"]?.string }) == ["Dr. Ben"])
    }

    @Test func `if the clinic does not show its doctors, strangers see each free time once and without a doctor`()
        throws
    {
        let shown = try times(PublicBooking(isOn: true, showsDoctors: true))
        let hidden = try times(PublicBooking(isOn: true, showsDoctors: false), doctor: 2)
        #expect(hidden.allSatisfy { $0["doctor_name"] == nil && $0["doctor_id"] == nil })
        let starts = hidden.compactMap { $0["start"]?.string }
        #expect(Set(starts).count == starts.count)
        #expect(Set(starts) == Set(shown.compactMap { $0["start"]?.string }))
    }

    @Test
    func `for strangers, the list of days counts as many free times of each day as the list of times has`()
        throws
    {
        var desk = try Desk()
        try desk.run(SetPublicBooking(PublicBooking(isOn: true, showsDoctors: false)), at: friday)
        let search = PublicSearch(Practice.service(1), with: nil, on: "2026-11-23"..."2026-11-24")
        let bytes = try desk.ask(at: friday) { (model, now) throws(Problem) in
            PublicDays.codec.bytes(try search.freeDays(&model, at: now))
        }
        let days = try JSONValue(parsing: bytes)["items"]?.elements ?? []
        #expect(days.count == 2)
        let times = try times(PublicBooking(isOn: true, showsDoctors: false))
        #expect(days.first?["free"]?.integer == Int64(times.count))
    }
}
