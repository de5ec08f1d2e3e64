import Clinic
import EventSourcing
import Identifiers
import Testing

/// A clinic that works in the nights around a change of its clocks, with random hours and appointments. Three days
/// around the change are tested.
struct BusyNight {
    private let zone: String
    private let days: [CivilDate]
    private let now: Instant
    private let offerMinutes: Int
    private var desk: Desk
    private var generator: Seeded

    init(_ zone: String, _ rules: ClinicZone, _ change: CivilDate, seed: UInt64) throws {
        var generator = Seeded(seed)
        self.zone = zone
        days = [change.adding(days: -1), change, change.adding(days: 1)]
        now = rules.bounds(of: change).lowerBound.adding(days: -7)
        offerMinutes = [5, 10, 15, 30].randomElement(using: &generator) ?? 15
        var practice = Practice(
            zone: zone, doctors: ["A", "B"], chairs: Int.random(in: 1...2, using: &generator), patients: 7,
            services: [30, 45], buffers: [2: ChairBuffers(minutesBefore: 10, minutesAfter: 15)])
        practice.open = ["00:00-24:00", "00:30-03:30,20:00-23:40"].randomElement(using: &generator) ?? ""
        practice.rules = standardRules(offerMinutes: offerMinutes)
        desk = try Desk(practice)
        self.generator = generator
        try addHours()
        try book(6)
    }

    private mutating func addHours() throws {
        let founded: Instant = "2025-12-01T08:00:00Z"
        for id in 1...4 as ClosedRange<UInt64> {
            let hours = try specialHours(id)
            if id <= 2 {
                try desk.run(AddSpecialHours(hours), at: founded)
            } else {
                try desk.run(AddStaffHours(Practice.doctor(id - 2), hours), at: founded)
            }
        }
        guard Int.random(in: 0..<4, using: &generator) == 0 else { return }
        let last = try #require(DateRange(days[2], days[2]))
        try desk.run(AddClosure(Closure(id: 5, days: last, reason: "Moving house")), at: founded)
    }

    /// Random special hours that end on one of the three days around the change of the clocks. They are for that day
    /// only, or for every second week of a period that begins one to three weeks before that day.
    private mutating func specialHours(_ id: UInt64) throws -> SpecialHours {
        let day = days.randomElement(using: &generator) ?? days[0]
        let weeks = Int.random(in: 0...3, using: &generator)
        let effect = HoursEffect.allCases.randomElement(using: &generator) ?? .extra
        let shifts = [
            [Shift("23:20", "02:10")], [Shift("00:40", "03:05"), Shift("22:30", "01:15")], [Shift("01:30", "02:40")],
        ].randomElement(using: &generator)
        let range = try #require(DateRange(day.adding(days: -7 * weeks), day))
        return try #require(
            SpecialHours(
                id: ID(integerLiteral: id), days: range,
                weekdays: Bool.random(using: &generator) ? [day.weekday] : nil, everyWeeks: weeks == 0 ? 1 : 2,
                effect: effect, shifts: effect == .closed ? [] : shifts ?? []))
    }

    /// Books free times until the clinic has `count` appointments, or until no time is free.
    private mutating func book(_ count: UInt64) throws {
        for patient in 1...count {
            let service = UInt64.random(in: 1...2, using: &generator)
            let offers = try desk.offers(days[0], to: days[2], service: service, at: now)
            guard let offer = offers.randomElement(using: &generator) else { return }
            let doctor: UInt64 = offer.doctor == Practice.doctor(1) ? 1 : 2
            try desk.book(offer.slot.start, patient: patient, doctor: doctor, service: service, at: now)
        }
    }

    /// Expects that the offered times are those that the clinic's documents leave free, and that the documents are the
    /// same however the events are folded.
    func expectOffersFromDocuments() throws {
        let documents = try DocumentedClinic(desk)
        for doctor in 1...2 as ClosedRange<UInt64> {
            for service in 1...2 as ClosedRange<UInt64> {
                let offered = try offers(days[0], to: days[2], doctor, service)
                let free = days.flatMap {
                    documents.starts($0, Practice.doctor(doctor), Practice.service(service), every: offerMinutes)
                }.map(\.start)
                #expect(offered == free, "\(zone) \(days[1]) doctor \(doctor) service \(service)")
            }
        }
        try desk.expectNobodyTakenTwice()
        try desk.expectReadModelsFollowEventByEvent()
    }

    /// Expects that on each of the three days around the change of the clocks, the offered times of a random doctor and
    /// service are the instants, in steps of five minutes, at which a patient can book.
    mutating func expectOffersCanBeBooked() throws {
        let doctor = UInt64.random(in: 1...2, using: &generator)
        let service = UInt64.random(in: 1...2, using: &generator)
        let rules = try ClinicZone.named(zone)
        for day in days {
            let bounds = rules.bounds(of: day)
            let ticks = (0..<bounds.upperBound.seconds(since: bounds.lowerBound) / 300).map {
                bounds.lowerBound.adding(minutes: $0 * 5)
            }
            let bookable = try desk.ask(at: now) { model, now throws(BookAppointment.Rejection) in
                ticks.filter { start in
                    let book = BookAppointment(
                        0xfff, patient: Practice.patient(7), service: Practice.service(service),
                        doctor: Practice.doctor(doctor), start: start, by: .patient)
                    do throws(BookAppointment.Rejection) {
                        _ = try book.decide(&model, at: now)
                        return true
                    } catch { return false }
                }
            }
            let offered = try offers(day, to: day, doctor, service)
            #expect(offered == bookable, "\(zone) \(day) doctor \(doctor) service \(service)")
        }
    }

    private func offers(_ from: CivilDate, to: CivilDate, _ doctor: UInt64, _ service: UInt64) throws -> [Instant] {
        try desk.offers(from, to: to, doctor: doctor, service: service, patient: 7, at: now).map(\.slot.start)
    }
}
