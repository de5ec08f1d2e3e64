import Clinic
import Endpoints
import EventSourcing
import Identifiers
import JSON
import Testing

@Suite struct SlotCalendarTests {
    private static let now: Instant = "2026-11-22T10:00:00Z"

    @Test(arguments: 1...3)
    func `for each day, the calendar of free times gives the number and the first of the day's free times`(
        seed: UInt64
    ) throws {
        var generator = Seeded(seed)
        var desk = try Desk(
            Practice(
                zone: seed == 1 ? "Europe/Berlin" : "America/New_York", hours: [7: "10:00-12:00"],
                doctors: ["A", "B", "C"],
                chairs: 2, patients: 6, services: [30, 45, 90]))
        try desk.fill(days: 4, bookings: 60, using: &generator, at: Self.now)
        let days = try desk.days("2026-11-20", to: "2027-02-19", service: 2, patient: 1, at: Self.now)
        #expect(days.count == 92)
        for day in days {
            let starts = try desk.offers(day.date, service: 2, patient: 1, at: Self.now).map(\.slot.start)
            #expect(day.free == Set(starts).count, "\(day.date)")
            #expect(day.first == starts.min(), "\(day.date)")
        }
        #expect(days.contains { $0.free > 0 })
    }

    @Test func `in the list of next free times, each doctor's time is the first of the doctor's free times`() throws {
        var generator = Seeded(7)
        var desk = try Desk(Practice(doctors: ["A", "B", "C"], chairs: 1, patients: 6, services: [30, 90]))
        try desk.fill(days: 3, bookings: 40, using: &generator, at: Self.now)
        let next = try desk.next(service: 2, at: Self.now)
        #expect(next.map(\.doctor).sorted { $0 < $1 } == (1...3).map(Practice.doctor))
        #expect(next.map(\.start) == next.map(\.start).sorted())
        for (doctor, start) in next {
            let number = try #require((1...3).first { Practice.doctor($0) == doctor })
            let first = try desk.offers("2026-11-22", to: "2026-12-15", doctor: number, service: 2, at: Self.now).first
            #expect(start == first?.slot.start)
        }
    }

    @Test func `a doctor without a free time in 92 days is missing from the list of next free times`() throws {
        var desk = try Desk()
        let away = #"{"id":"00000000-0000-7000-8000-000000000001","start":"2026-11-01T00:00","end":"2027-06-01T00:00"}"#
        desk.happens(
            try event("time-off-added", #"{"staff_id":"\#(Practice.doctor(2))","time_off":\#(away)}"#), at: Self.now)
        #expect(try desk.next(at: Self.now).map(\.doctor) == [Practice.doctor(1)])
    }

    @Test
    func `in a large clinic a calendar of 92 days is computed in over ten parts, which read under 350 states each`()
        throws
    {
        let desk = try Desk(Practice(doctors: (1...20).map { "Doctor \($0)" }, chairs: 20))
        let demand = SlotDemand(service: Practice.service(1), by: .staff)
        let parts = try desk.parts(
            SlotCalendar(demand, from: "2026-11-23", to: "2027-02-22").computation, at: Self.now)
        #expect(parts.count > 10)
        #expect(parts.map(\.states).max() ?? 0 < 350)
    }

    @Test func `the doctors' next free times are computed in one part if every doctor has an early free time`() throws {
        let desk = try Desk(Practice(doctors: (1...20).map { "Doctor \($0)" }, chairs: 20))
        let demand = SlotDemand(service: Practice.service(1), by: .staff)
        #expect(try desk.parts(NextSlots(demand).computation, at: Self.now).count == 1)
    }

    @Test func `a calendar of 92 days is smaller than ten kilobytes`() throws {
        let desk = try Desk()
        let demand = SlotDemand(service: Practice.service(1), by: .staff)
        let parts = try desk.parts(
            SlotCalendar(demand, from: "2026-11-23", to: "2027-02-22").computation, at: Self.now)
        #expect(parts.last?.answer.count ?? .max < 10_000)
    }
}

extension Desk {
    typealias ComputedPart = (states: Int, answer: [UInt8])

    /// Runs all parts of a computation, each with an empty cache.
    func parts(_ computation: Computation, at now: Instant) throws -> [ComputedPart] {
        var parts: [ComputedPart] = []
        var rest: Computation? = computation
        while let current = rest {
            var states = 0
            let part = try ask(at: now) { (model, now) throws(Problem) in
                let part = try current.run(&model, now)
                states = model.known.count
                return part
            }
            switch part {
            case .answer(let bytes):
                parts.append((states, bytes))
                rest = nil
            case .more(let next):
                parts.append((states, []))
                rest = next
            }
        }
        return parts
    }

    private func items(_ computation: Computation, at now: Instant) throws -> [JSONValue] {
        let answer = try JSONValue(parsing: parts(computation, at: now).last?.answer ?? [])
        return try #require(answer["items"]?.elements)
    }

    /// Days with their numbers of free times, as `GET /slots/days` lists them.
    func days(
        _ from: CivilDate, to: CivilDate, service: UInt64 = 1, patient: UInt64? = nil, at now: Instant
    ) throws -> [(date: CivilDate, free: Int, first: Instant?)] {
        let demand = SlotDemand(
            service: Practice.service(service), by: .patient, patient: patient.map(Practice.patient))
        return try items(SlotCalendar(demand, from: from, to: to).computation, at: now).map { day in
            (
                try #require(CivilDate(iso8601: day["date"]?.string ?? "")), Int(try #require(day["free"]?.integer)),
                day["first"]?.string.flatMap { Instant(rfc3339: $0) }
            )
        }
    }

    /// Each doctor's next free time, as `GET /slots/next` lists them.
    func next(service: UInt64 = 1, at now: Instant) throws -> [(doctor: ID<StaffMember>, start: Instant)] {
        let demand = SlotDemand(service: Practice.service(service), by: .patient)
        return try items(NextSlots(demand).computation, at: now).map { slot in
            (
                try #require(UUIDBytes(slot["doctor_id"]?.string ?? "").map { ID($0) }),
                try #require(Instant(rfc3339: slot["start"]?.string ?? ""))
            )
        }
    }
}
