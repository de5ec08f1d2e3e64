import Clinic
import EventSourcing
import Identifiers
import SQL
import Testing

/// Tests bookings with an override, in which permitted staff break rules of booking with a reason.
@Suite struct OverrideTests {
    private static let friday: Instant = "2026-11-20T08:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"
    private static let id: ID<Appointment> = 0xfe

    private func book(
        _ start: Instant?, _ patient: UInt64 = 2, doctor: UInt64? = 1, chair: UInt64? = nil, further: [UInt64] = [],
        minutes: Int? = nil, reason: String? = "Severe pain", role: StaffRole = .receptionist
    ) -> BookAppointment {
        BookAppointment(
            Self.id, patient: Practice.patient(patient),
            request: VisitRequest(
                Practice.service(1), further: further.map(Practice.service), minutesIfOther: minutes,
                override: reason.map { OverrideWish(reason: Personal($0), role: role) }),
            doctor: doctor.map(Practice.doctor), chair: chair.map(Practice.chair), start: start, by: .staff)
    }

    private func recorded(_ desk: Desk) throws -> BookingOverride? {
        let events = desk.given.feed.compactMap { entry -> AppointmentBooked? in
            guard case .appointment(.booked(let booked)) = entry.event else { return nil }
            return booked.visit.appointment == Self.id ? booked : nil
        }
        return try #require(events.last).override
    }

    @Test func `permitted staff can book over a busy doctor and chair, and the appointment names the overlaps`() throws
    {
        var desk = try Desk(Practice(doctors: ["Dr. Ada"], chairs: 1))
        let first = try desk.book(Self.nine, at: Self.friday)
        let start: Instant = "2026-11-23T08:15:00Z"
        #expect(desk.obstacle(start, patient: 2, by: .staff, at: Self.friday) == .doctorBusy)
        try desk.run(book(start), at: Self.friday)
        #expect(try recorded(desk)?.rules == [.doctorBusy, .chairBusy])
        #expect(try recorded(desk)?.overlaps == [first])
        let row = try #require(desk.given.row(Appointments.self, DocumentKey(Self.id)))
        #expect(row.column("allowed_overlaps", of: Appointments.self)?.shown == "\(first)")
        #expect(String(decoding: row.document, as: UTF8.self).contains(#""reason":"Severe pain""#))
        // A third appointment, without an override, may not overlap an appointment that was booked with an override.
        #expect(desk.obstacle("2026-11-23T08:30:00Z", patient: 3, by: .staff, at: Self.friday) == .doctorBusy)
    }

    @Test
    func `a booking with an override gets a free doctor and chair if there are any, and then records no override`()
        throws
    {
        var desk = try Desk()
        try desk.book(Self.nine, doctor: 1, chair: 1, by: .staff, at: Self.friday)
        try desk.run(book(Self.nine, doctor: nil), at: Self.friday)
        let place = try #require(desk.course(Self.id)?.visit.place)
        #expect(place.doctor == Practice.doctor(2))
        #expect(place.chair == Practice.chair(2))
        #expect(try recorded(desk) == nil)
    }

    @Test func `an override cannot book a patient twice at the same time`() throws {
        var desk = try Desk()
        try desk.book(Self.nine, at: Self.friday)
        guard
            case .placement(.notFree(let obstacle, _)) = desk.rejection(book(Self.nine, 1, doctor: 2), at: Self.friday)
        else {
            Issue.record("not refused by a placement")
            return
        }
        #expect(obstacle == .patientBusy)
    }

    @Test func `only roles that the clinic permits may book with an override`() throws {
        var desk = try Desk()
        try desk.book(Self.nine, at: Self.friday)
        #expect(desk.rejection(book(Self.nine, role: .doctor), at: Self.friday) == .overrideNotAllowed)
        #expect(desk.rejection(book(Self.nine, role: .admin), at: Self.friday) == nil)
    }

    @Test func `an override permits bookings outside opening hours and at past times of today, not on the day before`()
        throws
    {
        let desk = try Desk()
        var evening = desk
        try evening.run(book("2026-11-23T18:00:00Z"), at: Self.friday)
        #expect(try recorded(evening)?.rules == [.outsideHours])
        var noon = desk
        let now: Instant = "2026-11-23T11:00:00Z"
        #expect(noon.obstacle(Self.nine, patient: 2, by: .staff, at: now) == .past)
        try noon.run(book(Self.nine), at: now)
        #expect(try recorded(noon)?.rules == [.past])
        // A visit of yesterday cannot be booked even with an override.
        guard case .placement(.notFree(let obstacle, _))? = desk.rejection(book("2026-11-22T08:00:00Z"), at: now) else {

            Issue.record("not refused by a placement")
            return

        }
        #expect(obstacle == .past)
    }

    @Test func `only an override gives a visit several services, or another duration than its service has`() throws {
        var desk = try Desk(Practice(services: [30, 45]))
        #expect(
            desk.rejection(book(Self.nine, minutes: 50, reason: nil), at: Self.friday) == .overrideMissing([.duration]))
        #expect(
            desk.rejection(book(Self.nine, further: [2], reason: nil), at: Self.friday)
                == .overrideMissing([.severalServices]))
        try desk.run(book(Self.nine, further: [2]), at: Self.friday)
        #expect(desk.course(Self.id)?.visit.place.slot.minutes == 75)
        #expect(desk.course(Self.id)?.terms.furtherServices.map(\.name) == ["Check-up 45"])
        let document = try #require(desk.given.document(Appointments.self, DocumentKey(Self.id)))
        #expect(document.contains(#""further_services":[{"service_id":"\#(Practice.service(2))""#))
        try desk.run(
            RescheduleAppointment(AppointmentTarget(Self.id), start: "2026-11-23T09:00:00Z"), at: Self.friday)
        #expect(desk.course(Self.id)?.terms.furtherServices.count == 1)
    }

    @Test func `a walk-in begins at the last multiple of five minutes, and is checked in at once`() throws {
        var desk = try Desk()
        try desk.run(book(nil, reason: nil), at: "2026-11-23T08:13:20Z")
        #expect(desk.course(Self.id)?.visit.place.slot.start == "2026-11-23T08:10:00Z")
        #expect(desk.status(Self.id) == .arrived)
        #expect(try recorded(desk) == nil)
    }

    @Test
    func `moving an appointment away from its overlap needs no override, and removes the override of its booking`()
        throws
    {
        var desk = try Desk(Practice(doctors: ["Dr. Ada"], chairs: 1))
        try desk.book(Self.nine, at: Self.friday)
        try desk.run(book("2026-11-23T08:15:00Z"), at: Self.friday)
        let target = AppointmentTarget(Self.id)
        #expect(desk.course(Self.id)?.overlaps.count == 1)
        try desk.run(RescheduleAppointment(target, start: "2026-11-23T10:00:00Z"), at: Self.friday)
        #expect(desk.course(Self.id)?.overlaps == [])
        let row = try #require(desk.given.row(Appointments.self, DocumentKey(Self.id)))
        #expect(row.column("allowed_overlaps", of: Appointments.self) == .null(.text))
        #expect(!String(decoding: row.document, as: UTF8.self).contains("override"))
    }
}
