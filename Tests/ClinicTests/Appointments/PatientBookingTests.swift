import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests bookings by patients and guardians, and the limits that the clinic sets for them.
@Suite struct PatientBookingTests {
    private static let friday: Instant = "2026-11-20T08:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"
    private static let parent = Practice.patient(1)
    private static let child = Practice.patient(2)

    private func desk(_ rules: DeskRules, approves: Bool = false) throws -> Desk {
        var desk = try Desk()
        try desk.run(
            SetSchedulingRules(
                SchedulingRules(
                    offerMinutes: 15, minimumNoticeMinutes: 120, horizonDays: 90, holdMinutes: 5,
                    cancellationNoticeHours: 48, noShowAfterMinutes: 15, approvesPatientBookings: approves,
                    deskSet: rules)), at: Self.friday)
        return desk
    }

    private func bookForChild(_ id: ID<Appointment> = 0xfe) -> BookAppointment {
        BookAppointment(
            id, patient: Self.child, service: Practice.service(1), start: Self.nine, by: .patient, caller: Self.parent)
    }

    @Test func `a guardian books, confirms, moves and cancels for a dependant, and the document names the guardian`()
        throws
    {
        var desk = try desk(DeskRules(guardiansBook: true))
        #expect(desk.rejection(bookForChild(), at: Self.friday) == .notYours)
        try desk.run(NameGuardian(Self.parent, of: Self.child, by: RestrictionTests.reader(9)), at: Self.friday)
        try desk.run(bookForChild(), at: Self.friday)
        let target = AppointmentTarget(0xfe, for: Self.parent)
        func shows(_ text: String) throws -> Bool {
            try #require(desk.given.document(Appointments.self, DocumentKey(0xfe as ID<Appointment>))).contains(text)
        }
        #expect(try shows(#""guardian_id":"\#(Self.parent)""#))
        try desk.run(AdvanceAppointment(.confirm, target), at: Self.friday)
        #expect(try shows(#""guardian_id":"\#(Self.parent)""#))
        try desk.run(RescheduleAppointment(target, start: "2026-11-24T08:00:00Z"), at: Self.friday)
        #expect(try shows(#""guardian_id":"\#(Self.parent)""#))
        try desk.run(AdvanceAppointment(.confirm, AppointmentTarget(0xfe)), at: Self.friday)
        #expect(try !shows("guardian_id"))
        try desk.run(CancelAppointment(target), at: Self.friday)
        #expect(try shows(#""guardian_id":"\#(Self.parent)""#))
        #expect(desk.status(0xfe) == .cancelled)
    }

    @Test func `a guardian cannot book for a dependant in a clinic that does not permit it`() throws {
        var desk = try desk(.standard)
        try desk.run(NameGuardian(Self.parent, of: Self.child, by: RestrictionTests.reader(9)), at: Self.friday)
        #expect(desk.rejection(bookForChild(), at: Self.friday) == .notYours)
        let id = try desk.book(Self.nine, patient: 2, by: .staff, at: Self.friday)
        #expect(desk.rejection(CancelAppointment(AppointmentTarget(id, for: Self.parent)), at: Self.friday) == .unknown)
    }

    @Test func `a patient can cancel a requested appointment after the deadline, until it is approved`() throws {
        var desk = try desk(.standard, approves: true)
        let id = try desk.book(Self.nine, at: Self.friday)
        let sunday: Instant = "2026-11-22T10:00:00Z"
        let cancel = CancelAppointment(AppointmentTarget(id, for: Self.parent))
        #expect(desk.rejection(cancel, at: sunday) == nil)
        try desk.advance(.approve, id, at: sunday)
        #expect(desk.rejection(cancel, at: sunday) == .deadlinePassed("2026-11-21T08:00:00Z"))
    }

    @Test func `a patient with as many future appointments as permitted cannot book another, but staff can`() throws {
        var desk = try desk(DeskRules(openBookings: 2))
        try desk.book(Self.nine, at: Self.friday)
        let second = try desk.book("2026-11-24T08:00:00Z", at: Self.friday)
        let third = BookAppointment(
            0xfe, patient: Self.parent, service: Practice.service(1), start: "2026-11-25T08:00:00Z", by: .patient)
        #expect(desk.rejection(third, at: Self.friday) == .limitReached(BookingLimit(2, .open)))
        var staff = desk
        try staff.book("2026-11-25T08:00:00Z", by: .staff, at: Self.friday)
        try desk.run(CancelAppointment(AppointmentTarget(second, for: Self.parent)), at: Self.friday)
        #expect(desk.rejection(third, at: Self.friday) == nil)
    }

    @Test func `the limit of bookings that a patient makes on one day counts cancelled bookings too`() throws {
        var desk = try desk(DeskRules(dailyBookings: 1))
        let book = BookAppointment(
            0xfe, patient: Self.parent, service: Practice.service(1), start: Self.nine, by: .patient)
        let actor = Actor.account(UUIDBytes(high: 1, low: 1), role: "patient")
        try desk.run(book, as: actor, at: Self.friday)
        try desk.run(CancelAppointment(AppointmentTarget(0xfe, for: Self.parent)), as: actor, at: Self.friday)
        let again = BookAppointment(
            0xfd, patient: Self.parent, service: Practice.service(1), start: Self.nine, by: .patient)
        #expect(desk.rejection(again, at: Self.friday) == .limitReached(BookingLimit(1, .daily)))
        // In Berlin, 23:00Z in winter is midnight, when the next day begins.
        #expect(desk.rejection(again, at: "2026-11-20T23:00:00Z") == nil)
    }

    @Test func `a hold ends when its patient books another time`() throws {
        var desk = try Desk()
        try desk.run(
            HoldSlot(
                1, patient: Self.parent, service: Practice.service(1), doctor: Practice.doctor(1),
                start: "2027-01-11T08:00:00Z", by: .patient), at: Self.friday)
        #expect(desk.obstacle("2027-01-11T08:00:00Z", patient: 2, at: Self.friday) == .held)
        try desk.book(Self.nine, doctor: 2, at: Self.friday)
        #expect(desk.obstacle("2027-01-11T08:00:00Z", patient: 2, at: Self.friday) == nil)
        let hold = try #require(desk.given.document(Holds.self, DocumentKey(Self.parent)))
        #expect(hold.contains(#""expires_at":"2026-11-20T08:00:00Z""#))
    }

    @Test func `a booking that uses up a hold of the same time appends no event for the hold`() throws {
        var desk = try Desk(Practice(doctors: ["Dr. Ada"], chairs: 1))
        try desk.run(
            HoldSlot(1, patient: Self.parent, service: Practice.service(1), start: Self.nine, by: .patient),
            at: Self.friday)
        let count = desk.given.feed.count
        try desk.book(Self.nine, at: Self.friday)
        #expect(desk.given.feed.count == count + 1)
    }
}
