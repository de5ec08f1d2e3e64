import Clinic
import Endpoints
import EventSourcing
import Identifiers
import JSON
import Testing

private let friday: Instant = "2026-11-20T10:00:00Z"
private let nine: Instant = "2026-11-23T08:00:00Z"
private let ten: Instant = "2026-11-23T09:00:00Z"
private let appointment: ID<Appointment> = 0xa1
private let patient: ID<Patient> = 0xb1

@Suite struct PublicBookingTests {
    private func desk(_ booking: PublicBooking = PublicBooking(isOn: true, showsDoctors: true)) throws -> Desk {
        var desk = try Desk()
        try desk.run(SetPublicBooking(booking), at: friday)
        return desk
    }

    private func book(_ start: String = "2026-11-23T08:00:00Z", doctor: UInt64? = nil) throws -> BookForNewPatient {
        BookForNewPatient(appointment, for: patient, try Stranger.asks(for: start, doctor: doctor))
    }

    private func change(_ limits: ServiceLimits, _ desk: inout Desk) throws {
        try desk.run(
            ChangeService(
                Practice.service(1),
                ServiceDetails(
                    code: "S0", name: "Check-up", category: nil, durationMinutes: 30, price: Money(5000, .euro),
                    doctors: nil, limits: limits)), at: friday)
    }

    @Test func `a clinic that has not set its public booking takes no booking requests`() throws {
        let desk = try Desk()
        #expect(desk.rejection(try book(), at: friday) == .notOpen)
        #expect(throws: Problem.self) { try desk.ask(at: friday) { model, _ in try PublicServices.of(&model) } }
    }

    @Test func `setting public booking twice appends one event, and the clinic's document has the setting`() throws {
        let on = PublicBooking(isOn: true, showsDoctors: false)
        let after = given(try Founded.clinic()).when(SetPublicBooking(on), at: noon).then(
            try event("public-booking-set", #"{"booking":{"enabled":true,"shows_doctors":false}}"#))
        after.when(SetPublicBooking(on), at: noon).thenNothing()
        let document = try #require(after.document(ClinicProfiles.self, ClinicProfiles.key))
        #expect(document.contains(#""public_booking":{"enabled":true,"shows_doctors":false}"#))
        given().when(SetPublicBooking(on), at: noon).thenRejected(.notFounded)
    }

    @Test func `a confirmed booking request makes a requested appointment at its time for a new provisional patient`()
        throws
    {
        var desk = try desk()
        try desk.run(try book(doctor: 2), as: .publicBooking, at: friday)
        let course = try #require(desk.course(appointment))
        #expect(course.status == .requested)
        #expect(course.visit.patient == patient)
        #expect(course.visit.place.doctor == Practice.doctor(2))
        #expect(course.visit.place.slot.start == nine)
        let document = try #require(desk.given.document(Patients.self, DocumentKey(patient)))
        #expect(document.contains(#""provisional":true"#))
        #expect(desk.obstacle(nine, doctor: 2, at: friday) == .doctorBusy)
    }

    @Test func `a second confirmation of a booking request changes nothing, even if public booking was closed since`()
        throws
    {
        var desk = try desk()
        try desk.run(try book(), at: friday)
        #expect(try desk.run(try book(), at: friday).isEmpty)
        #expect(try desk.run(try book("2026-11-23T09:00:00Z"), at: friday).isEmpty)
        try desk.run(SetPublicBooking(.off), at: friday)
        #expect(try desk.run(try book(), at: friday).isEmpty)
        #expect(desk.course(appointment)?.visit.place.slot.start == nine)
    }

    @Test func `a booking request cannot be confirmed after the clinic closed its public booking or closed for good`()
        throws
    {
        var off = try desk()
        try off.run(SetPublicBooking(.off), at: friday)
        #expect(off.rejection(try book(), at: friday) == .notOpen)
        var closed = try desk()
        try closed.run(CloseClinic(reason: "Retired"), at: friday)
        #expect(closed.rejection(try book(), at: friday) == .notOpen)
    }

    @Test
    func `a booking request whose time is taken is refused with free times, and can be confirmed for a free time`()
        throws
    {
        var desk = try desk()
        for doctor: UInt64 in [1, 2] { try desk.book(nine, patient: doctor, doctor: doctor, at: friday) }
        guard case .timeNotOffered(let times) = desk.rejection(try book(), at: friday) else {
            Issue.record("not rejected for its time")
            return
        }
        #expect(!times.isEmpty)
        let request = try Stranger.asks(for: "2026-11-23T08:00:00Z").at(ten, with: nil)
        try desk.run(BookForNewPatient(appointment, for: patient, request), at: friday)
        #expect(desk.course(appointment)?.visit.place.slot.start == ten)
    }

    @Test
    func `a booking request joins a group that has a place left, and is refused with other times if the group is full`()
        throws
    {
        var desk = try desk()
        let details = ServiceDetails(
            code: "S0", name: "Class", category: nil, durationMinutes: 30, price: Money(5000, .euro), doctors: nil,
            capacity: 2)
        try desk.run(ChangeService(Practice.service(1), details), at: friday)
        let first = try desk.book(nine, doctor: 1, at: friday)
        try desk.run(try book(doctor: 1), at: friday)
        #expect(desk.course(appointment)?.visit.group == desk.course(first)?.visit.group)
        let late = BookForNewPatient(0xa2, for: 0xb2, try Stranger.asks(for: "2026-11-23T08:00:00Z", doctor: 1))
        guard case .timeNotOffered(let times) = desk.rejection(late, at: friday) else {
            Issue.record("not rejected for its time")
            return
        }
        #expect(!times.isEmpty)
    }

    @Test func `a booking request that names a doctor is for any doctor if the clinic does not show its doctors`()
        throws
    {
        var desk = try desk(PublicBooking(isOn: true, showsDoctors: false))
        try desk.book(nine, doctor: 2, at: friday)
        try desk.run(try book(doctor: 2), at: friday)
        #expect(desk.course(appointment)?.visit.place.doctor == Practice.doctor(1))
    }

    @Test(arguments: [ServiceBookers.knownPatients, .staff])
    func `a service that only known patients or staff may book is neither shown to strangers nor booked for them`(
        _ bookers: ServiceBookers
    ) throws {
        var desk = try desk()
        try change(ServiceLimits(bookedBy: bookers), &desk)
        #expect(desk.rejection(try book(), at: friday) == .serviceNotOffered)
        let bytes = try desk.ask(at: friday) { (model, _) throws(Problem) in
            PublicServices.codec.bytes(try PublicServices.of(&model))
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""items":[]"#))
    }

    @Test func `a stranger who is too young for the service, or not born yet, cannot book it`() throws {
        var desk = try desk()
        try change(ServiceLimits(minimumAge: 18), &desk)
        func rejection(born: String) throws -> BookForNewPatient.Rejection? {
            let request = try Stranger.asks(for: "2026-11-23T08:00:00Z", born: born)
            return desk.rejection(BookForNewPatient(appointment, for: patient, request), at: friday)
        }
        #expect(try rejection(born: "2008-11-24") == .tooYoung)
        #expect(try rejection(born: "2008-11-23") == nil)
        #expect(try rejection(born: "2026-11-21") == .impossibleBirthDate)
    }

    @Test func `the check of a booking request reads only the clinic's settings and the agendas of doctors and chairs`()
        throws
    {
        let desk = try desk()
        let request = try Stranger.asks(for: "2026-11-23T08:00:00Z")
        let cache = StateCache<ClinicEvent>(zones: .system)
        while true {
            var model = DecisionModel(cache)
            let result = Result { () throws(BookForNewPatient.Rejection) in try request.check(&model, at: friday) }
            // The kinds of tags: 1 is the settings, 9 a day of a doctor, and 10 a day of a chair.
            for subject in model.missing { #expect([1, 9, 10].contains(subject.key.tag.aspect >> 24)) }
            guard !model.missing.isEmpty else {
                try result.get()
                break
            }
            cache.load(
                model.missing, after: StateCache.request(missing: model.missing), events: desk.given.feed,
                upTo: Int64(desk.given.feed.count))
        }
    }
}
