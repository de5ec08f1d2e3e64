import Clinic
import EventSourcing
import Identifiers
import Testing

private let sunday: Instant = "2026-11-22T10:00:00Z"
private let nine: Instant = "2026-11-23T08:00:00Z"

private func hold(_ id: ID<Hold> = 1, patient: UInt64 = 1, doctor: UInt64 = 1, _ start: Instant = nine) -> HoldSlot {
    HoldSlot(
        id, patient: Practice.patient(patient), service: Practice.service(1), doctor: Practice.doctor(doctor),
        start: start, by: .patient)
}

@Suite struct HoldTests {
    @Test func `a hold blocks its time for other patients for five minutes, to the second`() throws {
        var desk = try Desk()
        try desk.run(hold(), at: sunday)
        #expect(desk.obstacle(nine, patient: 2, at: sunday) == .held)
        #expect(desk.obstacle(nine, patient: 2, at: sunday.adding(seconds: 299)) == .held)
        #expect(desk.obstacle(nine, patient: 2, at: sunday.adding(seconds: 300)) == nil)
    }

    @Test func `a hold blocks all overlapping times for other patients, and not the adjacent ones`() throws {
        var desk = try Desk()
        try desk.run(hold(), at: sunday)
        #expect(desk.obstacle("2026-11-23T07:45:00Z", patient: 2, at: sunday) == .held)
        #expect(desk.obstacle("2026-11-23T08:15:00Z", patient: 2, at: sunday) == .held)
        #expect(desk.obstacle("2026-11-23T07:30:00Z", patient: 2, at: sunday) == nil)
        #expect(desk.obstacle("2026-11-23T08:30:00Z", patient: 2, at: sunday) == nil)
    }

    @Test func `a hold does not block the patient who holds it, and is used up by that patient's booking`() throws {
        var desk = try Desk()
        try desk.run(hold(), at: sunday)
        let id = try desk.book(nine, at: sunday)
        try desk.run(CancelAppointment(AppointmentTarget(id), reason: Personal("Test")), at: sunday)
        #expect(desk.obstacle(nine, patient: 2, at: sunday) == nil)
    }

    @Test func `a patient's booking after a hold uses the held treatment chair`() throws {
        var desk = try Desk()
        try desk.book(nine, patient: 2, doctor: 2, at: sunday)
        try desk.run(hold(), at: sunday)
        let held = try #require(
            desk.given.state(Subject<PatientAgenda>(.patientYears(Practice.patient(1)))).holds.first)
        let id = try desk.book(nine, at: sunday)
        #expect(desk.course(id)?.visit.place.chair == held.place.chair)
    }

    @Test func `a treatment chair in a hold is not free for another doctor`() throws {
        var desk = try Desk(Practice(chairs: 1))
        try desk.run(hold(), at: sunday)
        #expect(desk.obstacle(nine, patient: 2, doctor: 2, at: sunday) == .held)
    }

    @Test func `a hold can be released only under its patient's id, and then frees its time at once`() throws {
        var desk = try Desk()
        try desk.run(hold(), at: sunday)
        #expect(desk.rejection(ReleaseHold(1, patient: Practice.patient(2)), at: sunday) == .unknown)
        #expect(try desk.run(ReleaseHold(1, patient: Practice.patient(1)), at: sunday).count == 1)
        #expect(desk.obstacle(nine, patient: 2, at: sunday) == nil)
        #expect(desk.rejection(ReleaseHold(1, patient: Practice.patient(1)), at: sunday) == .unknown)
    }

    @Test func `moving an appointment to another time ends its patient's hold`() throws {
        var desk = try Desk()
        let id = try desk.book("2026-11-25T08:00:00Z", at: sunday)
        try desk.run(hold(doctor: 2), at: sunday)
        let move = RescheduleAppointment(AppointmentTarget(id), start: "2026-11-24T08:00:00Z")
        try desk.run(move, at: sunday)
        #expect(desk.obstacle(nine, patient: 2, doctor: 2, at: sunday) == nil)
        #expect(desk.rejection(ReleaseHold(1, patient: Practice.patient(1)), at: sunday) == .unknown)
    }

    @Test func `a treatment that ends early does not end its patient's hold`() throws {
        var desk = try Desk()
        let id = try desk.book(nine, at: sunday)
        let early = nine.adding(minutes: 5)
        try desk.advance(.start, id, at: nine)
        try desk.run(hold(doctor: 2, "2026-11-24T08:00:00Z"), at: early)
        try desk.advance(.finish, id, at: early)
        #expect(desk.course(id)?.visit.place.slot.end == early)
        #expect(desk.obstacle("2026-11-24T08:00:00Z", patient: 2, doctor: 2, at: early) == .held)
        #expect(desk.rejection(ReleaseHold(1, patient: Practice.patient(1)), at: early) == nil)
    }

    @Test func `a patient's new hold replaces the previous one`() throws {
        var desk = try Desk()
        try desk.run(hold(), at: sunday)
        try desk.run(hold(2, doctor: 2, "2026-11-24T08:00:00Z"), at: sunday)
        #expect(desk.obstacle(nine, patient: 2, at: sunday) == nil)
        #expect(desk.obstacle("2026-11-24T08:00:00Z", patient: 2, doctor: 2, at: sunday) == .held)
    }

    @Test func `holding the same time again does not prolong the hold`() throws {
        var desk = try Desk()
        try desk.run(hold(), at: sunday)
        #expect(try desk.run(hold(2), at: sunday.adding(seconds: 240)).isEmpty)
        #expect(desk.obstacle(nine, patient: 2, at: sunday.adding(seconds: 300)) == nil)
    }

    @Test func `a time that one patient holds cannot be held by another patient`() throws {
        var desk = try Desk()
        try desk.run(hold(), at: sunday)
        guard case .placement(.notFree(.held, _)) = desk.rejection(hold(2, patient: 2), at: sunday) else {
            Issue.record("not refused")
            return
        }
    }

    @Test func `a hold's document has the time when the hold expires, or when it was released`() throws {
        var desk = try Desk()
        try desk.run(hold(), at: sunday)
        let key = DocumentKey(Practice.patient(1))
        let document = try #require(desk.given.document(Holds.self, key))
        #expect(document.contains(#""expires_at":"2026-11-22T10:05:00Z""#))
        try desk.run(ReleaseHold(1, patient: Practice.patient(1)), at: "2026-11-22T10:01:00Z")
        let released = try #require(desk.given.document(Holds.self, key))
        #expect(released.contains(#""expires_at":"2026-11-22T10:01:00Z""#))
    }
}
