import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Testing

@Suite struct TreatmentTests {
    private let sunday: Instant = "2026-03-01T12:00:00Z"
    private let monday: Instant = "2026-03-02T09:00:00Z"
    private let patient = Practice.patient(1)

    private func account(_ doctor: UInt64) -> UUIDBytes { UUIDBytes(high: 1, low: doctor) }

    private func treats(_ desk: Desk, _ doctor: UInt64) -> Bool {
        desk.given.state(.treatment(of: patient))
            .appointments(givenTo: Practice.doctor(doctor), account: account(doctor))
            .contains { desk.given.state(Subject<Appointment>(.appointment($0))).hasBegun }
    }

    @Test func `a doctor is a treating doctor from a visit's start on, unless the start is undone or was an error`()
        throws
    {
        var desk = try Desk()
        #expect(!treats(desk, 1))
        let first = try desk.book(monday, at: sunday)
        #expect(!treats(desk, 1))
        try desk.advance(.checkIn, first, at: monday)
        #expect(!treats(desk, 1))
        try desk.advance(.start, first, at: monday)
        #expect(treats(desk, 1) && !treats(desk, 2))
        try desk.run(UndoStep(AppointmentTarget(first), right: .anyStep, reason: Personal("Not yet")), at: monday)
        #expect(!treats(desk, 1))
        try desk.advance(.start, first, at: monday)
        try desk.advance(.complete, first, at: monday)
        #expect(treats(desk, 1))
        try desk.run(EnterInError(AppointmentTarget(first), reason: Personal("Somebody else")), at: monday)
        #expect(!treats(desk, 1))
    }

    @Test func `a missed or cancelled appointment does not make its doctor a treating doctor`() throws {
        var desk = try Desk()
        let first = try desk.book(monday, at: sunday)
        try desk.run(CancelAppointment(AppointmentTarget(first), reason: Personal("Ada called")), at: sunday)
        #expect(!treats(desk, 1))
        let second = try desk.book("2026-03-02T10:00:00Z", at: sunday)
        try desk.run(MarkNoShow(AppointmentTarget(second)), at: "2026-03-02T11:00:00Z")
        #expect(!treats(desk, 1))
    }

    @Test func `a doctor who books a visit with themselves is no treating doctor, even after the visit's start`()
        throws
    {
        var desk = try Desk()
        let own = try desk.book(monday, by: .staff, account: account(1), at: sunday)
        try desk.advance(.start, own, at: monday)
        #expect(!treats(desk, 1))
        let another = try desk.book("2026-03-02T10:00:00Z", by: .staff, account: account(2), at: sunday)
        try desk.run(
            AdvanceAppointment(.start, AppointmentTarget(another), early: true, allowsSecondVisit: true), at: monday)
        #expect(treats(desk, 1))
    }

    @Test func `a doctor to whom an appointment was moved is a treating doctor, unless that doctor moved it`() throws {
        for (account, expected) in [(account(2), false), (account(7), true)] {
            var desk = try Desk()
            let id = try desk.book(monday, at: sunday)
            let move = RescheduleAppointment(AppointmentTarget(id), start: monday, doctor: Practice.doctor(2))
            try desk.run(move, by: account, at: sunday)
            try desk.advance(.start, id, at: monday)
            #expect(!treats(desk, 1) && treats(desk, 2) == expected)
        }
    }

    @Test
    func `a doctor who moved a visit that others had assigned to that doctor is a treating doctor from its start on`()
        throws
    {
        var desk = try Desk()
        let id = try desk.book(monday, at: sunday)
        let move = RescheduleAppointment(AppointmentTarget(id), start: "2026-03-02T10:00:00Z")
        try desk.run(move, by: account(1), at: sunday)
        try desk.advance(.start, id, at: monday)
        #expect(treats(desk, 1))
    }

    @Test func `a restricted record is open to a doctor who treats the patient, and to no other doctor`() throws {
        var desk = try Desk()
        try desk.run(RestrictRecord(patient, true), at: sunday)
        let id = try desk.book(monday, at: sunday)
        func glass(_ doctor: UInt64) -> BreakGlass {
            let reader = RecordReader(account: account(doctor), staff: Practice.doctor(doctor), role: .doctor)
            return BreakGlass(1, to: patient, for: reader, reason: Personal("Bleeding heavily"))
        }
        // Emergency access is rejected if the record is open already. Before the treatment, the record is not open to
        // the doctor, so emergency access succeeds.
        _ = try desk.given.when(glass(1), at: monday).thenWhatever()
        try desk.advance(.start, id, at: monday)
        desk.given.when(glass(1), at: monday).thenRejected(.openAlready)
        _ = try desk.given.when(glass(2), at: monday).thenWhatever()
        // The doctor who treats the patient has no access to the record in the role of receptionist, so emergency
        // access succeeds.
        let desked = RecordReader(
            account: account(1), staff: Practice.doctor(1), role: .receptionist)
        _ = try desk.given.when(BreakGlass(1, to: patient, for: desked, reason: Personal("Bleeding")), at: monday)
            .thenWhatever()
    }

    @Test func `a doctor cannot open a restricted record by starting a visit of another day`() throws {
        let reader = RecordReader(account: account(1), staff: Practice.doctor(1), role: .doctor)
        func start(_ id: ID<Appointment>, early: Bool = true) -> AdvanceAppointment {
            AdvanceAppointment(.start, AppointmentTarget(id), early: early, by: reader)
        }
        var desk = try Desk()
        let id = try desk.book(monday, at: sunday)
        try desk.run(RestrictRecord(patient, true), at: sunday)
        #expect(desk.rejection(start(id), at: sunday) == .restricted)
        // A day later the visit has not taken place either.
        #expect(desk.rejection(start(id), at: "2026-03-03T09:00:00Z") == .restricted)
        #expect(desk.rejection(start(id), at: monday) == nil)
        // The doctor's own check-in says nothing; that of the front desk does.
        var checkedIn = desk
        try checkedIn.run(
            AdvanceAppointment(.checkIn, AppointmentTarget(id), early: true), by: account(1), at: sunday)
        #expect(checkedIn.rejection(start(id), at: sunday) == .restricted)
        try desk.run(AdvanceAppointment(.checkIn, AppointmentTarget(id), early: true), by: account(7), at: sunday)
        #expect(desk.rejection(start(id), at: sunday) == nil)
        // A confirmation by somebody else is no arrival.
        var confirmed = try Desk()
        let other = try confirmed.book(monday, at: sunday)
        try confirmed.run(RestrictRecord(patient, true), at: sunday)
        try confirmed.run(AdvanceAppointment(.confirm, AppointmentTarget(other)), by: account(7), at: sunday)
        #expect(confirmed.rejection(start(other), at: sunday) == .restricted)
    }
}
