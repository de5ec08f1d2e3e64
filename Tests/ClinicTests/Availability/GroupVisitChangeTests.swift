import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests changes of group visits. The first service takes an hour and is for several patients at once. The second
/// service takes the doctor 30 minutes and is for one patient.
@Suite struct GroupVisitChangeTests {
    private static let now: Instant = "2026-11-22T10:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"
    private static let eleven: Instant = "2026-11-23T10:00:00Z"
    private static let reason = Personal("Test")
    private static let wish = OverrideWish(reason: reason, role: .receptionist)

    private func desk(capacity: Int = 3, patients: ClosedRange<UInt64>) throws -> (Desk, [ID<Appointment>]) {
        var practice = Practice(doctors: ["Dr. Ada", "Dr. Ben"], chairs: 3, patients: 6, services: [60, 30])
        practice.capacities = [1: capacity]
        var desk = try Desk(practice)
        let ids = try patients.map { try desk.book(Self.nine, patient: $0, by: .staff, at: Self.now) }
        return (desk, ids)
    }

    private func details(capacity: Int?) -> ServiceDetails {
        ServiceDetails(
            code: "S0", name: "Class", category: nil, durationMinutes: 60, price: Money(5_000, .euro), doctors: nil,
            capacity: capacity)
    }

    private func cancel(_ desk: inout Desk, _ id: ID<Appointment>) throws {
        try desk.run(CancelAppointment(AppointmentTarget(id), reason: Self.reason), at: Self.now)
    }

    private func obstacle(_ desk: Desk, patient: UInt64 = 6, service: UInt64 = 1) -> Obstacle? {
        desk.obstacle(Self.nine, patient: patient, service: service, by: .staff, at: Self.now)
    }

    @Test
    func `a smaller capacity of a service changes no booked visit, and a group above it takes no new patients`()
        throws
    {
        var (desk, ids) = try desk(patients: 1...3)
        try desk.run(ChangeService(Practice.service(1), details(capacity: 2)), at: Self.now)
        #expect(obstacle(desk) == .groupFull)
        for id in ids {
            try desk.advance(.checkIn, id, at: Self.nine)
            try desk.advance(.seat, id, at: Self.nine)
        }
        try cancel(&desk, ids[0])
        #expect(obstacle(desk) == .groupFull)
        try cancel(&desk, ids[1])
        #expect(obstacle(desk) == nil)
        try desk.run(ChangeService(Practice.service(1), details(capacity: nil)), at: Self.now)
        #expect(obstacle(desk) == .doctorBusy)
    }

    @Test func `a larger capacity of a service lets more patients join a group that was full`() throws {
        var (desk, _) = try desk(capacity: 2, patients: 1...2)
        try desk.run(ChangeService(Practice.service(1), details(capacity: 3)), at: Self.now)
        #expect(obstacle(desk) == nil)
    }

    @Test func `a cancellation in a group can be undone while the group has places left, and not once it is full`()
        throws
    {
        var (desk, ids) = try desk(patients: 1...3)
        try cancel(&desk, ids[0])
        let undo = UndoStep(AppointmentTarget(ids[0]), right: .anyStep, reason: Self.reason)
        #expect(desk.rejection(undo, at: Self.now) == nil)
        try desk.book(Self.nine, patient: 4, by: .staff, at: Self.now)
        #expect(desk.rejection(undo, at: Self.now) == .placement(.notFree(.groupFull, alternatives: [])))
    }

    @Test func `a visit that moves to another group leaves its place in the first group to other patients`() throws {
        var (desk, ids) = try desk(patients: 1...3)
        let other = try desk.book(Self.eleven, patient: 4, chair: 2, by: .staff, at: Self.now)
        try desk.run(RescheduleAppointment(AppointmentTarget(ids[0]), start: Self.eleven), at: Self.now)
        #expect(desk.course(ids[0])?.visit.group == desk.course(other)?.visit.group)
        #expect(obstacle(desk) == nil)
        let back = RescheduleAppointment(AppointmentTarget(other), start: Self.nine)
        try desk.run(back, at: Self.now)
        #expect(obstacle(desk) == .groupFull)
        #expect(
            desk.course(other)?.visit.place.chair == desk.course(ids[1])?.visit.place.chair)
    }

    @Test func `a visit that is reassigned to another doctor leaves its group for a chair of its own`() throws {
        var (desk, ids) = try desk(patients: 1...2)
        let change = ReassignAppointment.Change(doctor: Practice.doctor(2))
        try desk.run(ReassignAppointment(AppointmentTarget(ids[0]), change), at: Self.now)
        let (moved, left) = (desk.course(ids[0])?.visit, desk.course(ids[1])?.visit)
        #expect(moved?.place.doctor == Practice.doctor(2))
        #expect(moved?.place.chair != left?.place.chair)
        try desk.run(
            ReassignAppointment(AppointmentTarget(ids[0]), .init(doctor: Practice.doctor(1))), at: Self.now)
        #expect(desk.course(ids[0])?.visit.group == left?.group)
    }

    @Test
    func `an override books a patient into a full group, and the appointment names the group's visits as overlaps`()
        throws
    {
        var (desk, ids) = try desk(capacity: 2, patients: 1...2)
        func book(_ number: UInt64, override: OverrideWish?) -> BookAppointment {
            BookAppointment(
                Practice.appointment(90 + number), patient: Practice.patient(number),
                request: VisitRequest(Practice.service(1), override: override), doctor: Practice.doctor(1),
                start: Self.nine, by: .staff)
        }
        try desk.run(book(3, override: Self.wish), at: Self.now)
        let third = try #require(desk.course(Practice.appointment(93)))
        #expect(Set(third.overlaps) == Set(ids))
        #expect(third.visit.group == desk.course(ids[0])?.visit.group)
        let rules = desk.given.feed.compactMap { entry -> [BookingRule]? in
            if case .appointment(.booked(let booked)) = entry.event { booked.override?.rules } else { nil }
        }
        #expect(rules == [[.groupFull]])
        try cancel(&desk, ids[0])
        #expect(obstacle(desk) == .groupFull)
        try cancel(&desk, ids[1])
        try desk.run(book(4, override: Self.wish), at: Self.now)
        #expect(desk.course(Practice.appointment(94))?.overlaps == [])
        try desk.expectNobodyTakenTwice()
    }

    @Test func `patients of one group can be treated at the same time, and another patient cannot be in their chair`()
        throws
    {
        var (desk, ids) = try desk(patients: 1...2)
        for id in ids { try desk.advance(.checkIn, id, at: Self.nine) }
        for id in ids { try desk.advance(.seat, id, at: Self.nine) }
        for id in ids { try desk.advance(.start, id, at: Self.nine) }
        #expect(ids.allSatisfy { desk.status($0) == .inTreatment })
        let next = try desk.book(Self.eleven, patient: 5, service: 2, by: .staff, at: Self.now)
        try desk.advance(.checkIn, next, at: Self.nine)
        let start = AdvanceAppointment(.start, AppointmentTarget(next), early: true)
        let use = VisitUnderWay(use: .chair, appointment: ids[0])
        let rejection = desk.rejection(start, at: Self.nine)
        #expect(rejection == .inUse(use) || rejection == .inUse(VisitUnderWay(use: .doctor, appointment: ids[0])))
    }

    @Test func `a doctor is free again once the visits of all patients of a group have ended early`() throws {
        var (desk, ids) = try desk(patients: 1...2)
        let half = Self.nine.adding(minutes: 30)
        for id in ids {
            try desk.advance(.checkIn, id, at: Self.nine)
            try desk.advance(.start, id, at: Self.nine)
        }
        func isFree() -> Bool { desk.obstacle(half, patient: 5, service: 2, by: .staff, at: half) == nil }
        try desk.advance(.finish, ids[0], at: half)
        #expect(!isFree())
        try desk.advance(.finish, ids[1], at: half)
        #expect(isFree())
        try desk.run(UndoStep(AppointmentTarget(ids[0]), right: .anyStep, reason: Self.reason), at: half)
        #expect(desk.course(ids[0])?.visit.place.slot.end == Self.nine.adding(minutes: 60))
        #expect(!isFree())
    }

    @Test func `a series is refused if the group is full at one of its times`() throws {
        let (desk, _) = try desk(capacity: 2, patients: 1...2)
        let wish = PlanSeries.Wish(
            patient: Practice.patient(4), service: Practice.service(1), doctor: Practice.doctor(1),
            start: try #require(LocalDateTime("2026-11-23T09:00")), rule: SeriesRule(every: 1, .weeks, .count(2)),
            skipsRefused: false)
        let plan = PlanSeries(1, wish, appointments: (1...52).map { ID(integerLiteral: 0xa00 + $0) })
        guard case .refused(let conflicts) = desk.rejection(plan, at: Self.now) else {
            Issue.record("not refused")
            return
        }
        #expect(conflicts.map(\.reason) == [.groupFull])
        #expect(conflicts.first?.alternatives.isEmpty == false)
    }
}
