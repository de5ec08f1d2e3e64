import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct SlotAgreementTests {
    @Test(arguments: 1...6)
    func `every offered start time can be booked, and every bookable start time on the time grid is offered`(
        seed: UInt64
    ) throws {
        var generator = Seeded(seed)
        let now: Instant = "2026-11-22T10:00:00Z"
        var practice = Practice(
            zone: seed.isMultiple(of: 2) ? "Europe/Berlin" : "America/New_York", doctors: ["A", "B", "C"],
            chairs: Int.random(in: 1...3, using: &generator), patients: 6, services: [30, 45, 90])
        practice.open = ["08:00-12:00,13:00-18:00", "07:30-11:10,11:25-15:00", "09:00-12:35"][Int(seed % 3)]
        if seed > 3 {
            practice.buffers = [
                1: ChairBuffers(minutesBefore: 10, minutesAfter: 20),
                3: ChairBuffers(minutesBefore: 0, minutesAfter: 35),
            ]
        }
        if !seed.isMultiple(of: 3) {
            // One of the hygienists is also the doctor of other visits.
            practice.segments = [
                1: ([VisitSegment(.hygienist, minutes: 20), VisitSegment(.doctor, minutes: 10)], [2, 3]),
                3: (
                    [
                        VisitSegment(.doctor, minutes: 15), VisitSegment(.hygienist, minutes: 60),
                        VisitSegment(.doctor, minutes: 15),
                    ], [1, 2, 3]
                ),
            ]
        }
        practice.capacities = [2: 1 + Int(seed % 3)]
        var desk = try Desk(practice)
        try desk.fill(days: 2, bookings: 30, using: &generator, at: now)
        try desk.joinGroups(using: &generator, at: now)
        try addTimeOff(&desk, at: now)

        let patient = UInt64.random(in: 1...6, using: &generator)
        let service = UInt64.random(in: 1...3, using: &generator)
        let dates = ["2026-11-23", "2026-11-24"] as [CivilDate]
        let offered = Set(
            try desk.offers(dates[0], to: dates[1], service: service, patient: patient, at: now).map {
                Start(doctor: $0.doctor, instant: $0.slot.start)
            })
        #expect(!offered.isEmpty)
        for date in dates {
            let midnight = try ClinicZone.named(practice.zone).bounds(of: date).lowerBound
            for doctor in 1...3 as ClosedRange<UInt64> {
                for quarter in 0..<96 {
                    let start = midnight.adding(minutes: Int64(quarter) * 15)
                    let isFree =
                        desk.obstacle(start, patient: patient, doctor: doctor, service: service, at: now) == nil
                    let isOffered = offered.contains(Start(doctor: Practice.doctor(doctor), instant: start))
                    #expect(isFree == isOffered, "\(start) doctor \(doctor)")
                }
            }
        }
    }

    private func addTimeOff(_ desk: inout Desk, at now: Instant) throws {
        let timeOff =
            #"{"id":"00000000-0000-7000-8000-000000000001","start":"2026-11-23T10:20","end":"2026-11-23T14:00"}"#
        desk.happens(
            try event("time-off-added", #"{"staff_id":"\#(Practice.doctor(2))","time_off":\#(timeOff)}"#), at: now)
    }

    private struct Start: Hashable {
        let doctor: ID<StaffMember>
        let instant: Instant
    }

    @Test func `the list of free slots begins with the earliest, and is an empty page for past days`() throws {
        let desk = try Desk()
        let now: Instant = "2026-11-22T10:00:00Z"
        let search = SlotSearch(
            service: Practice.service(1), from: "2026-11-23", to: "2026-11-23", by: .patient,
            patient: Practice.patient(1))
        let answer = try desk.ask(at: now) { model, now throws(SlotSearch.Rejection) in
            try search.answer(&model, at: now)
        }
        let text = String(decoding: answer, as: UTF8.self)
        #expect(
            text.hasPrefix(
                #"{"items":[{"start":"2026-11-23T07:00:00Z","end":"2026-11-23T07:30:00Z","doctor_id":"\#(Practice.doctor(1))","#
                    + #""doctor_name":"Dr. Ada"},{"start":"2026-11-23T07:00:00Z","#))
        #expect(text.hasSuffix(#"}],"next_cursor":null,"has_more":false}"#))
        let past = SlotSearch(service: Practice.service(1), from: "2026-11-20", to: "2026-11-21", by: .patient)
        let nothing = try desk.ask(at: now) { model, now throws(SlotSearch.Rejection) in
            try past.answer(&model, at: now)
        }
        #expect(String(decoding: nothing, as: UTF8.self) == #"{"items":[],"next_cursor":null,"has_more":false}"#)
    }

    @Test func `the receptionist is offered times from now on, and patients only times after the notice period`() throws
    {
        let desk = try Desk()
        let now: Instant = "2026-11-23T08:00:00Z"
        #expect(try desk.offers("2026-11-23", by: .staff, at: now).first?.slot.start == now)
        #expect(try desk.offers("2026-11-23", by: .patient, at: now).first?.slot.start == "2026-11-23T10:00:00Z")
    }

    @Test func `a held time is offered to the patient who holds it, and to no other patient`() throws {
        var desk = try Desk(Practice(doctors: ["A"], chairs: 1))
        let now: Instant = "2026-11-22T10:00:00Z"
        let nine: Instant = "2026-11-23T08:00:00Z"
        try desk.run(
            HoldSlot(1, patient: Practice.patient(1), service: Practice.service(1), start: nine, by: .patient), at: now)
        #expect(try desk.offers("2026-11-23", patient: 1, at: now).contains { $0.slot.start == nine })
        #expect(try !desk.offers("2026-11-23", patient: 2, at: now).contains { $0.slot.start == nine })
        let later = now.adding(minutes: 5)
        #expect(try desk.offers("2026-11-23", patient: 2, at: later).contains { $0.slot.start == nine })
    }
}
