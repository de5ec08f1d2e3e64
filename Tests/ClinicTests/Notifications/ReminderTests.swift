import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct ReminderTests {
    private static let patient = Practice.patient(1)
    /// The time at which the visits of these tests are booked: three days before they begin.
    private static let booked: Instant = "2026-11-20T09:00:00Z"
    private static let start: Instant = "2026-11-23T09:00:00Z"

    private func remind(_ desk: inout Desk, _ visit: ID<Appointment>, at now: Instant) throws -> [Int] {
        try desk.run(RemindOfVisit(visit), at: now).compactMap { event in
            if case .notification(.visitReminded(let reminded)) = event { reminded.minutes } else { nil }
        }
    }

    private func desk() throws -> (Desk, ID<Appointment>) {
        var desk = try Desk()
        let visit = try desk.book(Self.start, by: .staff, at: Self.booked)
        return (desk, visit)
    }

    @Test func `a patient is reminded 24 hours and 2 hours before a visit, each time once`() throws {
        var (desk, visit) = try desk()
        #expect(try remind(&desk, visit, at: "2026-11-22T08:59:59Z") == [])
        #expect(try remind(&desk, visit, at: "2026-11-22T09:00:00Z") == [1440])
        #expect(try remind(&desk, visit, at: "2026-11-22T09:00:00Z") == [])
        #expect(try remind(&desk, visit, at: "2026-11-23T06:59:59Z") == [])
        #expect(try remind(&desk, visit, at: "2026-11-23T07:00:00Z") == [120])
        #expect(try remind(&desk, visit, at: "2026-11-23T08:59:59Z") == [])
        #expect(try remind(&desk, visit, at: Self.start) == [])
    }

    @Test func `if servers find two reminders of a visit due at once, the patient gets only the later one`() throws {
        var (desk, visit) = try desk()
        #expect(try remind(&desk, visit, at: "2026-11-23T07:30:00Z") == [120])
        #expect(try remind(&desk, visit, at: "2026-11-23T07:30:01Z") == [])
    }

    @Test func `a visit that is booked an hour before it begins has no reminder`() throws {
        var desk = try Desk()
        let visit = try desk.book("2026-11-20T14:00:00Z", by: .staff, at: "2026-11-20T13:00:00Z")
        #expect(try remind(&desk, visit, at: "2026-11-20T13:30:00Z") == [])
    }

    @Test func `a cancelled visit has no reminder`() throws {
        var (desk, visit) = try desk()
        try desk.run(CancelAppointment(AppointmentTarget(visit), reason: Personal("Ill")), at: Self.booked)
        #expect(try remind(&desk, visit, at: "2026-11-22T09:00:00Z") == [])
    }

    @Test func `a visit that was moved after a reminder has all reminders for its new start`() throws {
        var (desk, visit) = try desk()
        #expect(try remind(&desk, visit, at: "2026-11-22T09:00:00Z") == [1440])
        try desk.run(
            RescheduleAppointment(AppointmentTarget(visit), start: "2026-11-25T09:00:00Z"),
            at: "2026-11-22T10:00:00Z")
        #expect(try remind(&desk, visit, at: "2026-11-23T07:00:00Z") == [])
        #expect(try remind(&desk, visit, at: "2026-11-24T09:00:00Z") == [1440])
        #expect(try remind(&desk, visit, at: "2026-11-25T07:00:00Z") == [120])
    }

    @Test func `a visit has its reminders at the times that the clinic has set`() throws {
        var (desk, visit) = try desk()
        let settings = try NotificationSettings.checked(reminders: [60, 2880], language: .english, texts: [])
        #expect(settings.reminders == [2880, 60])
        try desk.run(SetNotificationSettings(settings), at: Self.booked)
        #expect(try remind(&desk, visit, at: "2026-11-21T09:00:00Z") == [2880])
        #expect(try remind(&desk, visit, at: "2026-11-23T07:59:59Z") == [])
        #expect(try remind(&desk, visit, at: "2026-11-23T08:00:00Z") == [60])
    }

    @Test func `a visit has no reminder in a clinic that has set none`() throws {
        var (desk, visit) = try desk()
        let settings = try NotificationSettings.checked(reminders: [], language: .german, texts: [])
        try desk.run(SetNotificationSettings(settings), at: Self.booked)
        #expect(try remind(&desk, visit, at: "2026-11-23T08:00:00Z") == [])
    }

    @Test
    func `the reminder 24 hours before a visit comes exactly 24 hours before, even if the clocks change in between`()
        throws
    {
        var desk = try Desk()
        // In Berlin the clocks go back on 25 October 2026, a Sunday.
        let visit = try desk.book("2026-10-25T09:00:00Z", by: .staff, at: "2026-10-20T09:00:00Z")
        #expect(try remind(&desk, visit, at: "2026-10-24T08:59:59Z") == [])
        #expect(try remind(&desk, visit, at: "2026-10-24T09:00:00Z") == [1440])
    }

    @Test func `notification settings with the same reminder time twice are refused`() {
        #expect(throws: (any Error).self) {
            try NotificationSettings.checked(reminders: [60, 60], language: .english, texts: [])
        }
    }

    @Test func `a clinic's first notification settings are stored even if they are the standard ones`() throws {
        var desk = try Desk()
        #expect(try desk.run(SetNotificationSettings(.standard), at: Self.booked).count == 1)
        #expect(try desk.run(SetNotificationSettings(.standard), at: Self.booked).isEmpty)
    }
}
