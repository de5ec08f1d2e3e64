import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct InterleavingTests {
    @Test(arguments: 1...8)
    func `random bookings, moves, cancellations, holds and undone steps give no double booking without an override`(
        seed: UInt64
    ) throws {
        var generator = Seeded(seed)
        var practice = Practice(doctors: ["A", "B", "C"], chairs: 2, patients: 4, services: [30, 60])
        if seed > 4 { practice.buffers = [2: ChairBuffers(minutesBefore: 15, minutesAfter: 10)] }
        if seed.isMultiple(of: 2) {
            practice.segments = [
                2: ([VisitSegment(.hygienist, minutes: 40), VisitSegment(.doctor, minutes: 20)], [2, 3])
            ]
        }
        if seed.isMultiple(of: 3) { practice.capacities = [1: 2] }
        var desk = try Desk(practice)
        let now: Instant = "2026-11-18T10:00:00Z"
        let wish = OverrideWish(reason: Personal("Test"), role: .receptionist)
        var ids: [ID<Appointment>] = []
        var done = 0
        for step in 0..<120 {
            let target = ids.randomElement(using: &generator).map { AppointmentTarget($0) }
            let start = Desk.start(days: 2, using: &generator)
            do {
                switch (Int.random(in: 0..<13, using: &generator), target) {
                case (0...4, _), (_, nil):
                    ids.append(
                        try desk.book(
                            start, patient: .random(in: 1...4, using: &generator),
                            doctor: Bool.random(using: &generator) ? nil : .random(in: 1...3, using: &generator),
                            service: .random(in: 1...2, using: &generator), at: now))
                case (5...6, .some(let target)):
                    let doctor =
                        Bool.random(using: &generator) ? nil : Practice.doctor(.random(in: 1...3, using: &generator))
                    try desk.run(RescheduleAppointment(target, start: start, doctor: doctor), at: now)
                case (7, .some(let target)):
                    try desk.run(CancelAppointment(target, reason: Personal("Test")), at: now)
                case (8, .some(let target)):
                    try desk.run(UndoStep(target, right: .anyStep, reason: Personal("Test")), at: now)
                case (9, .some(let target)):
                    try desk.run(
                        ReassignAppointment(
                            target, .init(doctor: Practice.doctor(.random(in: 1...3, using: &generator))),
                            override: wish), at: now)
                case (10, .some(let target)):
                    try desk.run(RescheduleAppointment(target, start: start, override: wish), at: now)
                case (11, .some(let target)):
                    try desk.run(AdvanceAppointment(.checkIn, target, early: true, override: wish), at: now)
                default:
                    try desk.run(
                        HoldSlot(
                            ID(integerLiteral: UInt64(step)),
                            patient: Practice.patient(.random(in: 1...4, using: &generator)),
                            service: Practice.service(.random(in: 1...2, using: &generator)), start: start,
                            by: .patient), at: now)
                }
                done += 1
            } catch is any ClinicRejection {}
        }
        #expect(done > 20)
        try desk.expectNobodyTakenTwice()
        try desk.expectReadModelsFollowEventByEvent()
    }
}

extension Desk {
    /// A random start time at a quarter of an hour, in the first `days` days from Monday 2026-11-23.
    static func start(days: Int64, using generator: inout Seeded) -> Instant {
        let monday: Instant = "2026-11-23T07:00:00Z"
        return monday.adding(days: .random(in: 0..<days, using: &generator))
            .adding(minutes: 15 * .random(in: 0..<40, using: &generator))
    }

    /// Tries to book `bookings` random appointments. Those that are rejected are not booked.
    mutating func fill(days: Int64, bookings: Int, using generator: inout Seeded, at now: Instant) throws {
        for _ in 0..<bookings {
            do {
                try book(
                    Desk.start(days: days, using: &generator), patient: .random(in: 1...6, using: &generator),
                    doctor: .random(in: 1...3, using: &generator), service: .random(in: 1...3, using: &generator),
                    by: .staff, at: now)
            } catch is any ClinicRejection {}
        }
    }

    /// Tries to book a random patient into each group visit that has been booked. Those who are rejected are not
    /// booked.
    mutating func joinGroups(using generator: inout Seeded, at now: Instant) throws {
        let groups = given.feed.compactMap { recorded in
            if case .appointment(.booked(let booked)) = recorded.event { booked.visit.group } else { nil }
        }
        for group in groups {
            let doctor = (1...3 as ClosedRange<UInt64>).first { Practice.doctor($0) == group.doctor }
            let service = try #require((1...3 as ClosedRange<UInt64>).first { Practice.service($0) == group.service })
            do {
                try book(
                    group.start, patient: .random(in: 1...6, using: &generator), doctor: doctor, service: service,
                    by: .staff, at: now)
            } catch is any ClinicRejection {}
        }
    }

    /// Expects that no two appointments at the same time have the same patient. Two appointments may have the same
    /// doctor at the same time, or the same chair in their times with buffers, only if one of them names the other as
    /// an overlap. The function reads the appointments' own states, not agendas.
    func expectNobodyTakenTwice() throws {
        var courses: [Appointment.Course] = []
        for recorded in given.feed {
            guard case .appointment(.booked(let booked)) = recorded.event else { continue }
            courses.append(try #require(self.course(booked.visit.appointment)))
        }
        #expect(AppointmentRules.doubleBookings(courses) == [])
    }

    /// Expects the same documents of appointments and holds from two ways of folding: event by event, with each
    /// document stored and restored before the next event, and all events in one pass.
    func expectReadModelsFollowEventByEvent() throws {
        for projection in [AnyProjection<ClinicEvent>(Appointments.self), AnyProjection(Holds.self)] {
            #expect(try projection.differences(over: given.feed) == [])
        }
    }
}
