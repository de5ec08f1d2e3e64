import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests exceptions at the front desk: late patients, mistakes, changed chairs, and visits that end early.
@Suite struct ReceptionTests {
    private static let friday: Instant = "2026-11-20T08:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"
    private static let late: Instant = "2026-11-23T08:20:00Z"
    private static let desk = UUIDBytes(high: 7, low: 7)
    private static let other = UUIDBytes(high: 8, low: 8)

    private func booked(_ practice: Practice = Practice()) throws -> (Desk, ID<Appointment>) {
        var desk = try Desk(practice)
        let id = try desk.book(Self.nine, at: Self.friday)
        return (desk, id)
    }

    private func undo(_ id: ID<Appointment>, by account: UUIDBytes, isDesk: Bool = true) -> UndoStep {
        UndoStep(AppointmentTarget(id), right: .ownStep(account, isDesk: isDesk), reason: Personal("Wrong click"))
    }

    private func checkIn(_ id: ID<Appointment>, reason: String? = nil, early: Bool = false) -> AdvanceAppointment {
        AdvanceAppointment(
            .checkIn, AppointmentTarget(id), early: early,
            override: reason.map { OverrideWish(reason: Personal($0), role: .receptionist) })
    }

    private func document(_ desk: Desk, _ id: ID<Appointment>) throws -> String {
        try #require(desk.given.document(Appointments.self, DocumentKey(id)))
    }

    @Test func `a patient marked as a no-show can still be checked in, and the visit occupies its time again`() throws {
        var (desk, id) = try booked()
        try desk.run(MarkNoShow(AppointmentTarget(id)), at: Self.late)
        #expect(desk.obstacle("2026-11-23T08:20:00Z", patient: 2, by: .staff, at: Self.late) == nil)
        try desk.run(checkIn(id), at: "2026-11-23T08:25:00Z")
        #expect(desk.status(id) == .arrived)
        #expect(
            desk.obstacle("2026-11-23T08:25:00Z", patient: 2, by: .staff, at: "2026-11-23T08:25:00Z") == .doctorBusy)
        let shown = try document(desk, id)
        #expect(shown.contains(#""waiting_since":"2026-11-23T08:25:00Z""#))
        #expect(shown.contains(#""no_show_at":"2026-11-23T08:20:00Z""#))
    }

    @Test
    func `the patient of a cancelled appointment can be checked in on the appointment's day, not before or later`()
        throws
    {
        var (desk, id) = try booked()
        try desk.run(CancelAppointment(AppointmentTarget(id), reason: Personal("Wrong one")), at: Self.friday)
        #expect(desk.rejection(checkIn(id), at: Self.friday) == .notToday("2026-11-23"))
        #expect(desk.rejection(checkIn(id), at: "2026-11-24T08:00:00Z") == .impossible(.checkIn, .cancelled))
        try desk.run(checkIn(id), at: Self.nine)
        #expect(desk.status(id) == .arrived)
        let row = try #require(desk.given.row(Appointments.self, DocumentKey(id)))
        #expect(!row.columns[0].shown.contains("cancelled_at"))
        try desk.run(undo(id, by: Self.other), at: Self.nine)
        #expect(desk.status(id) == .cancelled)
    }

    @Test func `a late patient whose time was given away checks in by an override, which names the overlap`() throws {
        var (desk, id) = try booked(Practice(doctors: ["Dr. Ada"], chairs: 1))
        try desk.run(MarkNoShow(AppointmentTarget(id)), at: Self.late)
        let other = try desk.book("2026-11-23T08:20:00Z", patient: 2, by: .staff, at: Self.late)
        #expect(desk.rejection(checkIn(id), at: Self.late) == .placement(.notFree(.doctorBusy, alternatives: [])))
        try desk.run(checkIn(id, reason: "Stood in traffic"), at: Self.late)
        let course = try #require(desk.course(id))
        #expect(course.status == .arrived)
        #expect(course.overlaps == [other])
        #expect(try document(desk, id).contains(#""rules":["doctor_busy","chair_busy"]"#))
    }

    @Test func `a late check-in with an override is rejected during another appointment of the patient`() throws {
        var (desk, id) = try booked()
        try desk.run(MarkNoShow(AppointmentTarget(id)), at: Self.late)
        try desk.book("2026-11-23T08:20:00Z", doctor: 2, by: .staff, at: Self.late)
        #expect(
            desk.rejection(checkIn(id, reason: "Both"), at: Self.late)
                == .placement(.notFree(.patientBusy, alternatives: [])))
    }

    @Test func `a repeated check-in keeps the first time of arrival`() throws {
        var (desk, id) = try booked()
        try desk.run(checkIn(id), at: Self.nine)
        try desk.run(checkIn(id), at: Self.late)
        #expect(try document(desk, id).contains(#""waiting_since":"2026-11-23T08:00:00Z""#))
    }

    @Test func `a receptionist can undo only a no-show that they marked themselves, less than fifteen minutes ago`()
        throws
    {
        var (desk, id) = try booked()
        try desk.run(MarkNoShow(AppointmentTarget(id)), by: Self.desk, at: Self.late)
        #expect(desk.rejection(undo(id, by: Self.other), at: Self.late) == .notYours)
        let until: Instant = "2026-11-23T08:35:00Z"
        #expect(desk.rejection(undo(id, by: Self.desk), at: until) == .tooLate(until))
        try desk.run(undo(id, by: Self.desk), at: "2026-11-23T08:34:59Z")
        #expect(desk.status(id) == .booked)
    }

    @Test func `staff can undo their own step for as long as the clinic sets, but not another account's step`() throws {
        var (desk, id) = try booked()
        try desk.run(
            SetSchedulingRules(
                SchedulingRules(
                    offerMinutes: 15, minimumNoticeMinutes: 0, horizonDays: 90, holdMinutes: 5,
                    cancellationNoticeHours: 48, noShowAfterMinutes: 15, deskSet: DeskRules(undoMinutes: 60))),
            at: Self.friday)
        try desk.run(AdvanceAppointment(.confirm, AppointmentTarget(id)), by: Self.other, at: Self.nine)
        try desk.run(AdvanceAppointment(.start, AppointmentTarget(id)), by: Self.desk, at: Self.nine)
        try desk.run(undo(id, by: Self.desk, isDesk: false), at: "2026-11-23T08:59:59Z")
        #expect(desk.status(id) == .confirmed)
        #expect(desk.rejection(undo(id, by: Self.desk, isDesk: false), at: Self.late) == .notYours)
    }

    @Test
    func
        `a treatment that ends early frees the rest of its time, and an undo takes the rest again if it is still free`()
        throws
    {
        var (desk, id) = try booked(Practice(services: [60]))
        let rest: Instant = "2026-11-23T08:25:00Z"
        try desk.advance(.start, id, at: Self.nine)
        #expect(desk.obstacle(rest, patient: 2, by: .staff, at: Self.late) == .doctorBusy)
        try desk.run(AdvanceAppointment(.finish, AppointmentTarget(id)), by: Self.desk, at: "2026-11-23T08:21:00Z")
        #expect(desk.course(id)?.visit.place.slot.end == rest)
        #expect(desk.obstacle(rest, patient: 2, by: .staff, at: Self.late) == nil)
        var undone = desk
        try undone.run(undo(id, by: Self.desk), at: Self.late)
        #expect(undone.course(id)?.visit.place.slot.end == "2026-11-23T09:00:00Z")
        #expect(undone.obstacle(rest, patient: 2, by: .staff, at: Self.late) == .doctorBusy)
        try desk.book(rest, patient: 2, by: .staff, at: Self.late)
        try desk.run(undo(id, by: Self.desk), at: Self.late)
        #expect(desk.status(id) == .inTreatment)
        #expect(desk.course(id)?.visit.place.slot.end == rest)
    }

    @Test func `a treatment that ends after its slot does not change the slot's end`() throws {
        var (desk, id) = try booked()
        try desk.advance(.start, id, at: Self.nine)
        try desk.advance(.finish, id, at: "2026-11-23T08:40:00Z")
        try desk.advance(.complete, id, at: "2026-11-23T08:45:00Z")
        #expect(desk.course(id)?.visit.place.slot.end == "2026-11-23T08:30:00Z")
    }

    @Test
    func `no patient is seated or treated while chair or doctor is in use, unless reassigned or the request allows it`()
        throws
    {
        var (desk, first) = try booked(Practice(doctors: ["Dr. Ada", "Dr. Ben"], chairs: 2))
        let second = try desk.book("2026-11-23T08:30:00Z", patient: 2, by: .staff, at: Self.friday)
        try desk.advance(.checkIn, first, at: Self.nine)
        try desk.advance(.seat, first, at: Self.nine)
        try desk.advance(.checkIn, second, at: Self.late)
        let seat = AdvanceAppointment(.seat, AppointmentTarget(second))
        #expect(desk.course(first)?.visit.place.chair == desk.course(second)?.visit.place.chair)
        #expect(desk.rejection(seat, at: Self.late) == .inUse(VisitUnderWay(use: .chair, appointment: first)))
        try desk.run(
            ReassignAppointment(AppointmentTarget(second), .init(chair: Practice.chair(2))), at: Self.late)
        try desk.run(seat, at: Self.late)
        try desk.advance(.start, first, at: Self.late)
        let start = AdvanceAppointment(.start, AppointmentTarget(second))
        #expect(desk.rejection(start, at: Self.late) == .inUse(VisitUnderWay(use: .doctor, appointment: first)))
        try desk.run(AdvanceAppointment(.start, AppointmentTarget(second), allowsSecondVisit: true), at: Self.late)
        #expect(desk.status(second) == .inTreatment)
    }

    @Test func `an arrived patient can get another chair, doctor and service, and the wait counts from the arrival`()
        throws
    {
        var (desk, id) = try booked(Practice(services: [30, 60]))
        try desk.run(checkIn(id), at: Self.nine)
        try desk.run(
            ReassignAppointment(
                AppointmentTarget(id),
                .init(service: Practice.service(2), doctor: Practice.doctor(2), chair: Practice.chair(2))),
            at: Self.late)
        let place = try #require(desk.course(id)?.visit.place)
        #expect(place.doctor == Practice.doctor(2))
        #expect(place.chair == Practice.chair(2))
        #expect(place.slot.minutes == 60)
        let shown = try document(desk, id)
        #expect(shown.contains(#""status":"arrived""#))
        #expect(shown.contains(#""waiting_since":"2026-11-23T08:00:00Z""#))
        #expect(shown.contains(#""service_name":"Check-up 60""#))
        #expect(desk.obstacle("2026-11-23T08:20:00Z", patient: 2, doctor: 1, by: .staff, at: Self.late) == nil)
        #expect(desk.obstacle("2026-11-23T08:45:00Z", patient: 2, doctor: 2, by: .staff, at: Self.late) == .doctorBusy)
    }

    @Test func `an appointment cannot be reassigned to another day, nor after its treatment has ended`() throws {
        var (desk, id) = try booked()
        let target = AppointmentTarget(id)
        #expect(
            desk.rejection(ReassignAppointment(target, .init(start: "2026-11-24T08:00:00Z")), at: Self.nine)
                == .otherDay)
        try desk.run(ReassignAppointment(target, .init(start: "2026-11-23T09:00:00Z")), at: Self.nine)
        #expect(desk.course(id)?.visit.place.slot.start == "2026-11-23T09:00:00Z")
        try desk.advance(.start, id, at: Self.nine)
        try desk.advance(.finish, id, at: Self.nine)
        #expect(
            desk.rejection(ReassignAppointment(target, .init(chair: Practice.chair(2))), at: Self.nine)
                == .impossible(.readyForCheckout))
    }
}
