import Clinic
import EventSourcing
import Identifiers
import Testing

/// The tests book on Monday 2026-11-23 in Berlin, which is one hour ahead of UTC. The clinic is open 8–12 and 13–18.
private let sunday: Instant = "2026-11-22T10:00:00Z"
private let nine: Instant = "2026-11-23T08:00:00Z"

@Suite struct BookingTests {
    @Test func `a booked appointment has its slot, day, doctor and cancellation deadline`() throws {
        var desk = try Desk()
        let id = try desk.book(nine, at: sunday)
        let course = try #require(desk.course(id))
        #expect(course.status == .booked)
        #expect(course.visit.place.slot == Slot(start: nine, end: "2026-11-23T08:30:00Z"))
        #expect(course.visit.place.date == "2026-11-23")
        #expect(course.visit.place.doctor == Practice.doctor(1))
        #expect(course.terms.cancelBefore == "2026-11-21T08:00:00Z")
    }

    @Test func `a doctor cannot have two appointments at the same time`() throws {
        var desk = try Desk()
        try desk.book(nine, at: sunday)
        #expect(desk.obstacle(nine, patient: 2, at: sunday) == .doctorBusy)
        #expect(desk.obstacle("2026-11-23T08:15:00Z", patient: 2, at: sunday) == .doctorBusy)
        #expect(desk.obstacle("2026-11-23T07:45:00Z", patient: 2, at: sunday) == .doctorBusy)
        #expect(desk.obstacle("2026-11-23T08:30:00Z", patient: 2, at: sunday) == nil)
        #expect(desk.obstacle("2026-11-23T07:30:00Z", patient: 2, at: sunday) == nil)
    }

    @Test func `a patient cannot have two appointments at the same time`() throws {
        var desk = try Desk()
        try desk.book(nine, at: sunday)
        #expect(desk.obstacle(nine, doctor: 2, at: sunday) == .patientBusy)
        #expect(desk.obstacle(nine, patient: 2, doctor: 2, at: sunday) == nil)
    }

    @Test func `a booking is rejected if all treatment chairs are taken at that time`() throws {
        var desk = try Desk(Practice(doctors: ["A", "B", "C"], chairs: 2))
        try desk.book(nine, patient: 1, doctor: 1, at: sunday)
        try desk.book(nine, patient: 2, doctor: 2, at: sunday)
        #expect(desk.obstacle(nine, patient: 3, doctor: 3, at: sunday) == .noChair)
        #expect(desk.obstacle(nine, patient: 3, doctor: nil, at: sunday) == .noChair)
    }

    @Test func `a treatment chair chosen by the reception must be free`() throws {
        var desk = try Desk()
        let id = try desk.book(nine, chair: 2, by: .staff, at: sunday)
        #expect(desk.course(id)?.visit.place.chair == Practice.chair(2))
        #expect(desk.obstacle(nine, patient: 2, doctor: 2, chair: 2, by: .staff, at: sunday) == .noChair)
        #expect(desk.obstacle(nine, patient: 2, doctor: 2, chair: 1, by: .staff, at: sunday) == nil)
    }

    @Test func `a booking that names no doctor gets the free doctor with the fewest appointments that day`() throws {
        var desk = try Desk()
        try desk.book("2026-11-23T10:00:00Z", doctor: 1, at: sunday)
        let id = try desk.book(nine, patient: 2, doctor: nil, at: sunday)
        #expect(desk.course(id)?.visit.place.doctor == Practice.doctor(2))
    }

    @Test(
        arguments: [
            ("2026-11-23T06:45:00Z", "before opening"), ("2026-11-23T11:00:00Z", "in the break"),
            ("2026-11-23T10:45:00Z", "into the break"), ("2026-11-23T16:45:00Z", "past closing"),
            ("2026-11-23T22:45:00Z", "across midnight"),
        ] as [(Instant, String)])
    func `bookings outside opening hours are rejected`(start: Instant, why: String) throws {
        let desk = try Desk()
        #expect(desk.obstacle(start, at: sunday) == .outsideHours, "\(why)")
        #expect(desk.obstacle(start, by: .staff, at: sunday) == .outsideHours, "\(why)")
    }

    @Test func `closed days and a doctor's time off cannot be booked, and only the staff are told of the time off`()
        throws
    {
        var desk = try Desk()
        let timeOff =
            #"{"id":"00000000-0000-7000-8000-000000000001","start":"2026-11-23T09:15","end":"2026-11-23T10:00"}"#
        desk.happens(
            try event("time-off-added", #"{"staff_id":"\#(Practice.doctor(1))","time_off":\#(timeOff)}"#), at: sunday)
        #expect(desk.obstacle(nine, at: sunday) == .outsideHours)
        #expect(desk.obstacle(nine, by: .staff, at: sunday) == .doctorAway)
        #expect(desk.obstacle("2026-11-23T17:45:00Z", by: .staff, at: sunday) == .outsideHours)
        #expect(desk.obstacle("2026-11-23T07:45:00Z", at: sunday) == nil)
        #expect(desk.obstacle("2026-11-23T09:00:00Z", at: sunday) == nil)
        #expect(desk.obstacle(nine, doctor: 2, at: sunday) == nil)
        let closure =
            #"{"id":"00000000-0000-7000-8000-000000000002","first_day":"2026-11-23","last_day":"2026-11-24","reason":"Move"}"#
        desk.happens(try event("closure-added", #"{"closure":\#(closure)}"#), at: sunday)
        #expect(desk.obstacle(nine, doctor: 2, at: sunday) == .closed)
        #expect(desk.obstacle("2026-11-25T08:00:00Z", doctor: 2, at: sunday) == nil)
    }

    @Test func `a patient's booking obeys notice period, booking horizon and time grid to the second`() throws {
        let desk = try Desk()
        #expect(desk.obstacle(nine, at: "2026-11-23T06:00:00Z") == nil)
        #expect(desk.obstacle(nine, at: "2026-11-23T06:00:01Z") == .tooSoon(earliest: "2026-11-23T08:00:01Z"))
        #expect(desk.obstacle(nine, at: "2026-11-23T08:00:01Z") == .past)
        // Ninety days after Sunday 2026-11-22 is 2027-02-20. The last start time of that day can be booked, and no
        // start time of the next day.
        #expect(desk.obstacle("2027-02-20T16:30:00Z", at: sunday) == nil)
        #expect(desk.obstacle("2027-02-21T08:00:00Z", at: sunday) == .tooFarAhead(latest: "2027-02-20T22:59:59Z"))
        #expect(desk.obstacle("2026-11-23T08:05:00Z", at: sunday) == .offGrid)
        #expect(desk.obstacle("2026-11-23T08:00:01Z", at: sunday) == .offGrid)
    }

    @Test
    func `staff can book starts at multiples of five minutes, from the last one before now until two years ahead`()
        throws
    {
        let desk = try Desk()
        #expect(desk.obstacle("2026-11-23T08:05:00Z", by: .staff, at: "2026-11-23T08:09:59Z") == nil)
        #expect(desk.obstacle("2026-11-23T08:05:00Z", by: .staff, at: "2026-11-23T08:10:00Z") == .past)
        #expect(desk.obstacle("2026-11-23T08:06:00Z", by: .staff, at: sunday) == .offGrid)
        #expect(desk.obstacle("2027-11-22T08:00:00Z", by: .staff, at: sunday) == nil)
        #expect(desk.obstacle("2028-11-27T08:00:00Z", by: .staff, at: sunday) != nil)
    }

    @Test func `a booking with an unknown patient, doctor, chair or service or a retired service is rejected`() throws {
        var desk = try Desk()
        func book(patient: UInt64 = 1, service: UInt64 = 1, doctor: UInt64 = 1, chair: UInt64? = nil) -> BookAppointment
        {
            BookAppointment(
                1, patient: Practice.patient(patient), service: Practice.service(service),
                doctor: Practice.doctor(doctor), chair: chair.map(Practice.chair), start: nine, by: .staff)
        }
        #expect(desk.rejection(book(patient: 9), at: sunday) == .unknownPatient)
        #expect(desk.rejection(book(service: 9), at: sunday) == .serviceNotOffered)
        #expect(desk.rejection(book(doctor: 9), at: sunday) == .placement(.unknownDoctor))
        #expect(desk.rejection(book(chair: 9), at: sunday) == .placement(.unknownChair))
        let details =
            #"{"code":"C1","name":"Check-up","duration_minutes":30,"price":{"amount":5000,"currency":"EUR"},"#
            + #""doctors":["\#(Practice.doctor(2))"]}"#
        desk.happens(
            try event("service-changed", #"{"service_id":"\#(Practice.service(1))","details":\#(details)}"#), at: sunday
        )
        #expect(desk.rejection(book(doctor: 1), at: sunday) == .placement(.notOfferedByDoctor))
        #expect(desk.rejection(book(doctor: 2), at: sunday) == nil)
        desk.happens(try event("chair-retired", #"{"chair_id":"\#(Practice.chair(1))"}"#), at: sunday)
        desk.happens(try event("staff-deactivated", #"{"staff_id":"\#(Practice.doctor(1))"}"#), at: sunday)
        desk.happens(try event("service-retired", #"{"service_id":"\#(Practice.service(1))"}"#), at: sunday)
        #expect(desk.rejection(book(), at: sunday) == .serviceNotOffered)
    }

    @Test func `if bookings need approval, a patient's booking is a request, and the reception's booking is not`()
        throws
    {
        let rules = standardRules(approvesPatientBookings: true)
        var desk = try Desk(Practice(rules: rules))
        let asked = try desk.book(nine, at: sunday)
        #expect(desk.status(asked) == .requested)
        #expect(desk.obstacle(nine, patient: 2, at: sunday) == .doctorBusy)
        let booked = try desk.book("2026-11-23T09:00:00Z", patient: 2, by: .staff, at: sunday)
        #expect(desk.status(booked) == .booked)
        let confirm = AdvanceAppointment(.confirm, AppointmentTarget(asked, for: Practice.patient(1)))
        #expect(desk.rejection(confirm, at: sunday) == .impossible(.confirm, .requested))
        try desk.advance(.approve, asked, at: sunday)
        #expect(desk.status(asked) == .booked)
    }

    @Test func `O9 a rejected booking names free alternatives, and all of them can be booked`() throws {
        var desk = try Desk()
        try desk.book(nine, at: sunday)
        let book = BookAppointment(
            2, patient: Practice.patient(2), service: Practice.service(1), doctor: Practice.doctor(1), start: nine,
            by: .patient)
        guard case .placement(.notFree(.doctorBusy, let offers)) = desk.rejection(book, at: sunday) else {
            Issue.record("not refused")
            return
        }
        #expect(offers.count == 6)
        #expect(offers.prefix(3).allSatisfy { $0.doctor == Practice.doctor(1) })
        #expect(offers.first?.slot.start == "2026-11-23T08:30:00Z")
        #expect(offers.contains { $0.doctor == Practice.doctor(2) && $0.slot.start == nine })
        for offer in offers {
            let doctor: UInt64 = offer.doctor == Practice.doctor(1) ? 1 : 2
            #expect(desk.obstacle(offer.slot.start, patient: 2, doctor: doctor, at: sunday) == nil)
        }
    }

    @Test func `the alternatives to a taken time are on the following days if the requested day is full`() throws {
        var practice = Practice(doctors: ["A"], chairs: 1, services: [60])
        practice.open = "08:00-09:00"
        var desk = try Desk(practice)
        try desk.book("2026-11-23T07:00:00Z", at: sunday)
        let book = BookAppointment(
            2, patient: Practice.patient(2), service: Practice.service(1), start: "2026-11-23T07:00:00Z", by: .patient)
        guard case .placement(.notFree(_, let offers)) = desk.rejection(book, at: sunday) else {
            Issue.record("not refused")
            return
        }
        #expect(offers.map(\.slot.start.description) == (24...29).map { "2026-11-\($0)T07:00:00Z" })
    }
}
