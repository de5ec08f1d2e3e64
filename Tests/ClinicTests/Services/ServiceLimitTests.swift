import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct ServiceLimitTests {
    private static let now: Instant = "2026-11-20T11:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"

    private func desk(_ limits: ServiceLimits) throws -> Desk {
        var desk = try Desk()
        try desk.run(
            ChangeService(
                Practice.service(1),
                ServiceDetails(
                    code: "S0", name: "Check-up", category: nil, durationMinutes: 30, price: Money(5000, .euro),
                    doctors: nil, limits: limits)), at: Self.now)
        return desk
    }

    private func book(_ side: BookingSide, patient: UInt64 = 1, at start: Instant = nine) -> BookAppointment {
        BookAppointment(
            0xff, patient: Practice.patient(patient), service: Practice.service(1), start: start, by: side)
    }

    @Test func `a service that only staff may book can be booked by the front desk, and is refused to patients`() throws
    {
        let desk = try desk(ServiceLimits(bookedBy: .staff))
        #expect(desk.rejection(book(.patient), at: Self.now) == .refused(.staffOnly))
        #expect(desk.rejection(book(.staff), at: Self.now) == nil)
        #expect(throws: SlotDemand.Rejection.refused(.staffOnly)) {
            try desk.offers("2026-11-23", patient: 1, at: Self.now)
        }
        #expect(try !desk.offers("2026-11-23", by: .staff, at: Self.now).isEmpty)
    }

    @Test func `only the front desk can put patients on the waitlist for a service that only staff may book`() throws {
        let desk = try desk(ServiceLimits(bookedBy: .staff))
        let entry = WaitlistEntry(
            id: 1, patient: Practice.patient(1), service: Practice.service(1),
            days: try #require(DateRange("2026-11-23", "2026-11-30")))
        #expect(desk.rejection(JoinWaitlist(entry, by: .patient), at: Self.now) == .refused(.staffOnly))
        #expect(desk.rejection(JoinWaitlist(entry, by: .staff), at: Self.now) == nil)
    }

    @Test func `an offer of a service that only staff may book can be accepted by the front desk, not by patients`()
        throws
    {
        var desk = try desk(ServiceLimits(bookedBy: .staff))
        let entry = WaitlistEntry(
            id: 1, patient: Practice.patient(1), service: Practice.service(1),
            days: try #require(DateRange("2026-11-23", "2026-11-30")))
        try desk.run(JoinWaitlist(entry), at: Self.now)
        try desk.run(OfferWaitlistTime(1, start: Self.nine, doctor: Practice.doctor(1)), at: Self.now)
        func accept(_ target: WaitlistTarget) -> AcceptWaitlistOffer {
            AcceptWaitlistOffer(target, start: Self.nine, doctor: Practice.doctor(1), appointment: 0xff)
        }
        let patient = WaitlistTarget(1, for: Practice.patient(1))
        #expect(desk.rejection(accept(patient), at: Self.now) == .refused(.staffOnly))
        #expect(desk.rejection(accept(WaitlistTarget(1)), at: Self.now) == nil)
    }

    @Test func `a service for known patients is refused to patients whose first visit has not ended`() throws {
        var desk = try desk(ServiceLimits(bookedBy: .knownPatients))
        #expect(desk.rejection(book(.patient), at: Self.now) == .refused(.knownPatientsOnly))
        try desk.book("2026-11-20T13:00:00Z", patient: 1, by: .staff, at: Self.now)
        #expect(desk.rejection(book(.patient), at: Self.now) == .refused(.knownPatientsOnly))
        let later: Instant = "2026-11-20T15:00:00Z"
        #expect(desk.rejection(book(.patient), at: later) == nil)
        #expect(desk.rejection(book(.patient, patient: 2), at: later) == .refused(.knownPatientsOnly))
    }

    @Test func `a patient can book a service with a minimum age only for days from the birthday of that age on`() throws
    {
        var desk = try desk(ServiceLimits(minimumAge: 37))
        let born = PatientDetails(
            given: Personal("Pat"), family: Personal("Young"), birthDate: Personal("1989-11-24"), gender: nil,
            contact: PatientContact(phone: nil, email: nil, address: nil, language: nil), note: nil)
        try desk.run(RegisterPatient(0x77, born), at: Self.now)
        func refusal(_ start: Instant) -> BookAppointment.Rejection? {
            desk.rejection(
                BookAppointment(0xff, patient: 0x77, service: Practice.service(1), start: start, by: .patient),
                at: Self.now)
        }
        #expect(refusal(Self.nine) == .refused(.tooYoung))
        #expect(refusal("2026-11-24T08:00:00Z") == nil)
        let demand = SlotDemand(service: Practice.service(1), by: .patient, patient: 0x77)
        let days = try desk.parts(
            SlotCalendar(demand, from: "2026-11-23", to: "2026-11-24").computation, at: Self.now)
        let text = String(decoding: days.last?.answer ?? [], as: UTF8.self)
        #expect(text.contains(#"{"date":"2026-11-23","free":0}"#))
        #expect(!text.contains(#"{"date":"2026-11-24","free":0}"#))
    }

    @Test func `an appointment lasts as long as its doctor takes for the service`() throws {
        var desk = try Desk(Practice(chairs: 2, patients: 4))
        try desk.run(
            ChangeService(
                Practice.service(1),
                ServiceDetails(
                    code: "S0", name: "Check-up", category: nil, durationMinutes: 30, price: Money(5000, .euro),
                    doctors: nil, durations: [DoctorDuration(doctor: Practice.doctor(2), minutes: 60)])), at: Self.now)
        let offers = try desk.offers("2026-11-23", at: Self.now)
        for offer in offers { #expect(offer.slot.minutes == (offer.doctor == Practice.doctor(1) ? 30 : 60)) }
        let last = Dictionary(grouping: offers, by: \.doctor).mapValues { $0.map(\.slot.start).max() }
        #expect(last[Practice.doctor(1)] == "2026-11-23T16:30:00Z")
        #expect(last[Practice.doctor(2)] == "2026-11-23T16:00:00Z")
        let id = try desk.book(Self.nine, patient: 1, doctor: 2, at: Self.now)
        #expect(desk.course(id)?.visit.place.slot.minutes == 60)
        #expect(desk.obstacle("2026-11-23T08:30:00Z", patient: 2, doctor: 2, at: Self.now) == .doctorBusy)
        let any = try desk.book("2026-11-23T16:30:00Z", patient: 3, doctor: nil, at: Self.now)
        #expect(desk.course(any)?.visit.place.doctor == Practice.doctor(1), "the other would work after six")
    }

    @Test func `a service with two durations of one doctor is refused`() throws {
        let durations = [30, 60].map { DoctorDuration(doctor: Practice.doctor(2), minutes: $0) }
        let change = ChangeService(
            Practice.service(1),
            ServiceDetails(
                code: "S0", name: "Check-up", category: nil, durationMinutes: 30, price: Money(5000, .euro),
                doctors: nil, durations: durations))
        #expect(try Desk().rejection(change, at: Self.now) == .unacceptable(.doctorRepeated))
    }

    @Test
    func `a visit as long as its doctor takes for the service needs no override, and a visit of another length does`()
        throws
    {
        var desk = try Desk()
        try desk.run(
            ChangeService(
                Practice.service(1),
                ServiceDetails(
                    code: "S0", name: "Check-up", category: nil, durationMinutes: 30, price: Money(5000, .euro),
                    doctors: nil, durations: [DoctorDuration(doctor: Practice.doctor(2), minutes: 60)])), at: Self.now)
        func rejection(_ minutes: Int) -> BookAppointment.Rejection? {
            desk.rejection(
                BookAppointment(
                    0xff, patient: Practice.patient(1),
                    request: VisitRequest(Practice.service(1), minutesIfOther: minutes), doctor: Practice.doctor(2),
                    chair: nil, start: Self.nine, by: .staff), at: Self.now)
        }
        #expect(rejection(60) == nil)
        #expect(rejection(30) == .overrideMissing([.duration]))
    }

    @Test func `a service that needs equipment is offered and booked only in chairs that have it`() throws {
        var desk = try desk(ServiceLimits(needs: ["laser"]))
        #expect(try desk.offers("2026-11-23", at: Self.now).isEmpty)
        #expect(desk.obstacle(Self.nine, at: Self.now) == .noChair)
        try desk.run(EquipChair(Practice.chair(2), ["Laser", "Microscope"]), at: Self.now)
        let id = try desk.book(Self.nine, patient: 1, doctor: 1, by: .staff, at: Self.now)
        #expect(desk.course(id)?.visit.place.chair == Practice.chair(2))
        #expect(desk.obstacle(Self.nine, patient: 2, doctor: 2, at: Self.now) == .noChair)
        #expect(try !desk.offers("2026-11-23", at: Self.now).contains { $0.slot.start == Self.nine })
    }
}
