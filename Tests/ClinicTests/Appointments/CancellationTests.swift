import Clinic
import EventSourcing
import Identifiers
import SQL
import Testing

private let friday: Instant = "2026-11-20T10:00:00Z"
private let nine: Instant = "2026-11-23T08:00:00Z"
/// The cancellation deadline of an appointment at `nine`: 48 hours before its start.
private let deadline: Instant = "2026-11-21T08:00:00Z"

@Suite struct CancellationTests {
    @Test func `O15 a patient can cancel until exactly 48 hours before the appointment, to the second`() throws {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        let cancel = CancelAppointment(AppointmentTarget(id, for: Practice.patient(1)))
        #expect(desk.rejection(cancel, at: deadline) == .deadlinePassed(deadline))
        #expect(desk.rejection(cancel, at: nine) == .deadlinePassed(deadline))
        #expect(desk.rejection(cancel, at: deadline.adding(seconds: -1)) == nil)
        try desk.run(cancel, at: deadline.adding(seconds: -1))
        #expect(desk.status(id) == .cancelled)
        #expect(desk.obstacle(nine, patient: 2, at: friday) == nil)
    }

    @Test func `the 48 hours for a cancellation are elapsed hours, even across a daylight saving change`() throws {
        var desk = try Desk()
        // Clocks go back in the night to Sunday 2026-10-25, so 48 hours pass from Saturday 9:00 to Monday 8:00.
        let id = try desk.book("2026-10-26T07:00:00Z", at: "2026-10-01T10:00:00Z")
        let cancel = CancelAppointment(AppointmentTarget(id, for: Practice.patient(1)))
        #expect(desk.rejection(cancel, at: "2026-10-24T06:59:59Z") == nil)
        #expect(desk.rejection(cancel, at: "2026-10-24T07:00:00Z") == .deadlinePassed("2026-10-24T07:00:00Z"))
    }

    @Test func `the reception can cancel an appointment at any time, with a reason`() throws {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        #expect(desk.rejection(CancelAppointment(AppointmentTarget(id)), at: nine) == .reasonMissing)
        try desk.run(CancelAppointment(AppointmentTarget(id), reason: Personal("Doctor ill")), at: nine)
        #expect(desk.status(id) == .cancelled)
        #expect(try desk.run(CancelAppointment(AppointmentTarget(id)), at: nine).isEmpty)
    }

    @Test func `a patient who has checked in cannot cancel, even before the deadline`() throws {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        try desk.advance(.checkIn, id, early: true, at: friday)
        let cancel = CancelAppointment(AppointmentTarget(id, for: Practice.patient(1)))
        #expect(desk.rejection(cancel, at: friday) == .impossible(.arrived))
    }

    @Test
    func `O15 an appointment's document shows the cancellation deadline, and that the appointment can be cancelled`()
        throws
    {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        let row = try #require(desk.given.row(Appointments.self, DocumentKey(id)))
        guard case .json(let bytes) = row.columns[0] else {
            Issue.record("no patient's document")
            return
        }
        let patient = String(decoding: bytes, as: UTF8.self)
        #expect(patient.contains(#""cancel_deadline":"2026-11-21T08:00:00Z","can_cancel":true"#))
        #expect(String(decoding: row.document, as: UTF8.self).contains(#""can_cancel":true"#))
    }

    @Test func `O15 an appointment booked less than 48 hours ahead has can_cancel false from the start`() throws {
        var desk = try Desk()
        let id = try desk.book(nine, at: "2026-11-22T08:00:00Z")
        let row = try #require(desk.given.row(Appointments.self, DocumentKey(id)))
        guard case .json(let bytes) = row.columns[0] else {
            Issue.record("no patient's document")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""can_cancel":false"#))
    }
}

@Suite struct ReschedulingTests {
    @Test func `moving an appointment frees its old time and takes the new one in one event`() throws {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        let move = RescheduleAppointment(
            AppointmentTarget(id, for: Practice.patient(1)), start: "2026-11-24T09:00:00Z", doctor: Practice.doctor(2))
        #expect(try desk.run(move, at: friday).count == 1)
        #expect(desk.obstacle(nine, patient: 2, at: friday) == nil)
        #expect(desk.obstacle("2026-11-24T09:00:00Z", patient: 2, doctor: 2, at: friday) == .doctorBusy)
        #expect(desk.obstacle("2026-11-24T09:00:00Z", patient: 1, doctor: 1, at: friday) == .patientBusy)
        #expect(desk.course(id)?.terms.cancelBefore == "2026-11-22T09:00:00Z")
        #expect(desk.course(id)?.terms.doctorName == "Dr. Ben")
    }

    @Test func `an appointment can be moved to a time that overlaps its present time, and back`() throws {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        let target = AppointmentTarget(id, for: Practice.patient(1))
        try desk.run(RescheduleAppointment(target, start: "2026-11-23T08:15:00Z"), at: friday)
        try desk.run(RescheduleAppointment(target, start: nine), at: friday)
        #expect(desk.course(id)?.visit.place.slot.start == nine)
        #expect(desk.obstacle("2026-11-23T08:30:00Z", patient: 2, at: friday) == nil)
        #expect(desk.obstacle("2026-11-23T08:15:00Z", patient: 2, at: friday) == .doctorBusy)
    }

    @Test func `moving an appointment to its present time appends no event`() throws {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        #expect(try desk.run(RescheduleAppointment(AppointmentTarget(id), start: nine), at: friday).isEmpty)
    }

    @Test func `an appointment that cannot be moved to a taken time keeps its old time`() throws {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        try desk.book("2026-11-24T09:00:00Z", patient: 2, at: friday)
        let move = RescheduleAppointment(AppointmentTarget(id), start: "2026-11-24T09:00:00Z")
        guard case .placement(.notFree(.doctorBusy, let offers)) = desk.rejection(move, at: friday) else {
            Issue.record("not refused")
            return
        }
        #expect(!offers.isEmpty)
        #expect(desk.course(id)?.visit.place.slot.start == nine)
    }

    @Test
    func `the 48 hours for a cancellation also apply to a patient who moves an appointment, not to the reception`()
        throws
    {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        let start: Instant = "2026-11-25T09:00:00Z"
        let move = RescheduleAppointment(AppointmentTarget(id, for: Practice.patient(1)), start: start)
        #expect(desk.rejection(move, at: deadline) == .deadlinePassed(deadline))
        #expect(desk.rejection(move, at: deadline.adding(seconds: -1)) == nil)
        #expect(desk.rejection(RescheduleAppointment(AppointmentTarget(id), start: start), at: deadline) == nil)
    }

    @Test func `a confirmed appointment that is moved must be confirmed again`() throws {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        try desk.advance(.confirm, id, at: friday)
        try desk.run(RescheduleAppointment(AppointmentTarget(id), start: "2026-11-24T09:00:00Z"), at: friday)
        #expect(desk.status(id) == .booked)
    }

    @Test func `an appointment cannot be moved once the patient has checked in`() throws {
        var desk = try Desk()
        let id = try desk.book(nine, at: friday)
        try desk.advance(.checkIn, id, at: nine)
        let move = RescheduleAppointment(AppointmentTarget(id), start: "2026-11-24T09:00:00Z")
        #expect(desk.rejection(move, at: nine) == .impossible(.arrived))
    }
}
