import Clinic
import Endpoints
import EventSourcing
import Identifiers
import JSON
import Testing

/// Tests bookings of group visits. The first service takes an hour and is for three patients at once. The second
/// service takes the doctor 30 minutes and is for one patient.
@Suite struct GroupVisitTests {
    private static let now: Instant = "2026-11-22T10:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"
    private static let quarterPast: Instant = "2026-11-23T08:15:00Z"

    private func desk(capacity: Int = 3) throws -> Desk {
        var practice = Practice(doctors: ["Dr. Ada", "Dr. Ben"], chairs: 3, patients: 6, services: [60, 30])
        practice.capacities = [1: capacity]
        return try Desk(practice)
    }

    /// Books patients for the group visit at nine, with the first doctor.
    private func fill(_ desk: inout Desk, _ patients: ClosedRange<UInt64>) throws -> [ID<Appointment>] {
        try patients.map { try desk.book(Self.nine, patient: $0, by: .staff, at: Self.now) }
    }

    private func obstacle(
        _ desk: Desk, _ start: Instant = nine, patient: UInt64, doctor: UInt64? = 1, chair: UInt64? = nil,
        service: UInt64 = 1, by side: BookingSide = .staff, at now: Instant = now
    ) -> Obstacle? {
        desk.obstacle(
            start, patient: patient, doctor: doctor, chair: chair, service: service, by: side, at: now)
    }

    private func placesLeft(_ desk: Desk, service: UInt64 = 1, doctor: UInt64 = 1, patient: UInt64 = 6) throws -> Int? {
        let offers = try desk.offers(
            "2026-11-23", doctor: doctor, service: service, patient: patient, at: Self.now)
        return offers.first { $0.slot.start == Self.nine }?.placesLeft
    }

    @Test func `patients join a group up to its capacity, and the next patient is refused because the group is full`()
        throws
    {
        var desk = try desk()
        let ids = try fill(&desk, 1...3)
        let chairs = Set(ids.compactMap { desk.course($0)?.visit.place.chair })
        #expect(chairs.count == 1)
        let book = BookAppointment(
            0xff, patient: Practice.patient(4), service: Practice.service(1), doctor: Practice.doctor(1),
            start: Self.nine, by: .patient)
        guard case .placement(.notFree(let obstacle, let alternatives)) = desk.rejection(book, at: Self.now) else {
            Issue.record("not refused by a placement")
            return
        }
        #expect(obstacle == .groupFull)
        #expect(
            BookAppointment.Rejection.placement(.notFree(obstacle, alternatives: [])).problem.kind.name == "group-full")
        #expect(!alternatives.isEmpty && alternatives.allSatisfy { $0.placesLeft == 3 })
    }

    @Test func `a group's doctor is busy for an overlapping visit that starts at another time or has another service`()
        throws
    {
        var desk = try desk()
        try desk.book(Self.nine, chair: 1, by: .staff, at: Self.now)
        #expect(obstacle(desk, Self.quarterPast, patient: 2) == .doctorBusy)
        #expect(obstacle(desk, patient: 2, service: 2) == .doctorBusy)
        #expect(obstacle(desk, patient: 2, doctor: 2, chair: 1) == .noChair)
        #expect(obstacle(desk, patient: 2, doctor: 1, chair: 2) == .doctorBusy)
        #expect(obstacle(desk, patient: 2, doctor: 1, chair: 1) == nil)
        #expect(obstacle(desk, patient: 1) == .patientBusy)
    }

    @Test func `offered times tell how many places a group has left, and leave out a full group`() throws {
        var desk = try desk()
        #expect(try placesLeft(desk) == 3)
        #expect(try placesLeft(desk, service: 2) == nil)
        _ = try fill(&desk, 1...2)
        #expect(try placesLeft(desk) == 1)
        #expect(try placesLeft(desk, doctor: 2) == 3)
        #expect(try placesLeft(desk, patient: 1) == nil, "patient 1 is booked then")
        try desk.book(Self.nine, patient: 3, by: .staff, at: Self.now)
        let offers = try desk.offers("2026-11-23", doctor: 1, patient: 6, at: Self.now)
        #expect(!offers.contains { $0.slot.start == Self.nine })
        let search = SlotSearch(
            service: Practice.service(1), from: "2026-11-23", to: "2026-11-23", by: .patient,
            patient: Practice.patient(6))
        let answer = try desk.ask(at: Self.now) { model, now throws(SlotSearch.Rejection) in
            try search.answer(&model, at: now)
        }
        let ben =
            #"{"start":"2026-11-23T08:00:00Z","end":"2026-11-23T09:00:00Z","doctor_id":"\#(Practice.doctor(2))","#
            + #""doctor_name":"Dr. Ben","places_left":3}"#
        #expect(String(decoding: answer, as: UTF8.self).contains(ben))
    }

    @Test func `a patient who books without choosing a doctor joins a group that has begun to fill`() throws {
        var desk = try desk()
        let first = try desk.book(Self.nine, patient: 1, doctor: 2, chair: 3, by: .staff, at: Self.now)
        let second = try desk.book(Self.nine, patient: 2, doctor: nil, by: .patient, at: Self.now)
        #expect(desk.course(second)?.visit.group == desk.course(first)?.visit.group)
        #expect(desk.course(second)?.visit.place.chair == Practice.chair(3))
    }

    @Test func `a hold keeps a place in a group for its patient until the hold ends`() throws {
        var desk = try desk()
        _ = try fill(&desk, 1...2)
        let hold = HoldSlot(
            0xb1, patient: Practice.patient(3), service: Practice.service(1), doctor: Practice.doctor(1),
            start: Self.nine, by: .patient)
        try desk.run(hold, at: Self.now)
        #expect(obstacle(desk, patient: 4) == .held)
        #expect(obstacle(desk, patient: 3) == nil)
        #expect(
            try !desk.offers("2026-11-23", doctor: 1, patient: 4, at: Self.now).contains { $0.slot.start == Self.nine })
        #expect(obstacle(desk, patient: 4, at: Self.now.adding(minutes: 5)) == nil)
    }

    @Test func `a patient who books while another patient holds a place in a group joins the same group`() throws {
        var desk = try desk()
        let hold = HoldSlot(
            0xb1, patient: Practice.patient(3), service: Practice.service(1), doctor: Practice.doctor(1),
            start: Self.nine, by: .patient)
        try desk.run(hold, at: Self.now)
        let id = try desk.book(Self.nine, patient: 1, by: .staff, at: Self.now)
        let held = try #require(
            desk.given.state(Subject<PatientAgenda>(.patientYears(Practice.patient(3)))).holds.first)
        #expect(desk.course(id)?.visit.group == held.group)
        let booked = try desk.book(Self.nine, patient: 3, by: .staff, at: Self.now)
        #expect(desk.course(booked)?.visit.group == held.group)
    }

    @Test func `patients can join a group that begins at a time at which no other visit would be offered`() throws {
        var desk = try desk()
        let start: Instant = "2026-11-23T08:05:00Z"
        try desk.book(start, patient: 1, by: .staff, at: Self.now)
        #expect(obstacle(desk, start, patient: 2, by: .patient) == nil)
        #expect(obstacle(desk, start, patient: 2, doctor: 2, by: .patient) == .offGrid)
        let offers = try desk.offers("2026-11-23", doctor: 1, patient: 2, at: Self.now)
        #expect(offers.first { $0.slot.start == start }?.placesLeft == 2)
    }

    @Test func `a walk-in patient joins the group that began less than five minutes ago`() throws {
        var desk = try desk()
        try desk.book(Self.nine, patient: 1, chair: 2, by: .staff, at: Self.now)
        let walkIn = BookAppointment(
            0xee, patient: Practice.patient(2), request: VisitRequest(Practice.service(1)), start: nil, by: .staff)
        try desk.run(walkIn, at: Self.nine.adding(minutes: 3))
        #expect(desk.course(0xee)?.visit.place.chair == Practice.chair(2))
        #expect(desk.status(0xee) == .arrived)
    }

    @Test func `the obstacle to a time says that its group is full, and names the group's appointments only to staff`()
        throws
    {
        var desk = try desk(capacity: 2)
        let ids = try fill(&desk, 1...2)
        for side in [BookingSide.staff, .patient] {
            let why = SlotWhy(
                service: Practice.service(1), doctor: Practice.doctor(1), start: Self.nine, by: side,
                patient: Practice.patient(4))
            let explained = try desk.ask(at: Self.now) { model, now throws(SlotSearch.Rejection) in
                try why.answer(&model, at: now)
            }
            #expect(explained.parts.first?.reason == .groupFull)
            #expect(explained.parts.first?.appointments == (side == .staff ? ids : []))
        }
    }

    @Test func `a visit of several services is for one patient, even if the first service has a capacity`() throws {
        var desk = try desk()
        let request = VisitRequest(
            Practice.service(1), further: [Practice.service(2)],
            override: OverrideWish(reason: Personal("Both today"), role: .receptionist))
        let book = BookAppointment(
            0xee, patient: Practice.patient(1), request: request, doctor: Practice.doctor(1), start: Self.nine,
            by: .staff)
        try desk.run(book, at: Self.now)
        #expect(desk.course(0xee)?.visit.group == nil)
        #expect(obstacle(desk, patient: 2) == .doctorBusy)
    }

    @Test
    func `a capacity of 1 is the same as none, 50 is the highest, and a service with segments cannot have a capacity`()
        throws
    {
        func details(_ more: String) throws -> ServiceDetails {
            let text =
                #"{"code":"K","name":"Class","duration_minutes":60,"price":{"amount":1,"currency":"EUR"}\#(more)}"#
            return try ServiceDetails.codec.decode(parsing: Array(text.utf8))
        }
        #expect(try details(#","capacity":1"#) == details(""))
        #expect(try details(#","capacity":50"#).capacity == 50)
        #expect(throws: (any Error).self) { try details(#","capacity":51"#) }
        let parts = #"{"provider":"doctor","minutes":30},{"provider":"hygienist","minutes":30}"#
        let divided = #","segments":[\#(parts)],"hygienists":["\#(Practice.doctor(1))"]"#
        #expect(throws: Never.self) { try details(divided) }
        #expect(throws: (any Error).self) { try details(divided + #","capacity":2"#) }
    }
}
