import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests what is booked and charged for a person with a surviving and a merged record.
@Suite struct MergedBookingTests {
    private static let now: Instant = "2026-11-20T08:00:00Z"
    private static let nine: Instant = "2026-11-23T09:00:00Z"
    private static let ten: Instant = "2026-11-23T10:00:00Z"
    private static let reason = Personal("Registered twice")
    private let kept = Practice.patient(1)
    private let merged = Practice.patient(2)

    private func mergedDesk(_ prepare: (inout Desk) throws -> Void = { _ in }) throws -> Desk {
        var desk = try Desk()
        try prepare(&desk)
        try desk.run(MergePatients(merged, into: kept, reason: Self.reason), at: Self.now)
        return desk
    }

    @Test(arguments: [(1, 2), (2, 1)] as [(UInt64, UInt64)])
    func `a patient cannot be booked twice at a time, whether the surviving or the merged record has a visit then`(
        first: UInt64, second: UInt64
    ) throws {
        var desk = try mergedDesk { try $0.book(Self.nine, patient: first, doctor: 1, at: Self.now) }
        #expect(desk.obstacle(Self.nine, patient: second, doctor: 2, by: .staff, at: Self.now) == .patientBusy)
        #expect(desk.obstacle(Self.ten, patient: second, doctor: 2, by: .staff, at: Self.now) == nil)
        let offers = try desk.offers("2026-11-23", doctor: 2, patient: second, at: Self.now)
        #expect(!offers.contains { $0.slot.start == Self.nine } && offers.contains { $0.slot.start == Self.ten })
        try desk.run(UnmergePatients(kept, reason: Self.reason), at: Self.now)
        #expect(desk.obstacle(Self.nine, patient: second, doctor: 2, by: .staff, at: Self.now) == nil)
    }

    @Test func `a visit with segments takes the patient's whole time on the surviving and the merged record`() throws {
        var practice = Practice(doctors: ["Dr. Ada", "Dr. Ben", "Hanna"], services: [60, 20])
        practice.segments[1] = (
            parts: [VisitSegment(.hygienist, minutes: 40), VisitSegment(.doctor, minutes: 20)], hygienists: [3]
        )
        var desk = try Desk(practice)
        try desk.book(Self.nine, patient: 2, doctor: 1, by: .staff, at: Self.now)
        try desk.run(MergePatients(merged, into: kept, reason: Self.reason), at: Self.now)
        for start in [Self.nine, "2026-11-23T09:40:00Z"] {
            let obstacle = desk.obstacle(start, patient: 1, doctor: 2, service: 2, by: .staff, at: Self.now)
            #expect(obstacle == .patientBusy)
        }
        #expect(desk.obstacle(Self.ten, patient: 1, doctor: 2, service: 2, by: .staff, at: Self.now) == nil)
    }

    @Test
    func `an appointment of a merged record cannot be moved to the time of an appointment of the surviving record`()
        throws
    {
        var moved: ID<Appointment> = 0
        var desk = try mergedDesk { desk in
            try desk.book(Self.nine, patient: 1, doctor: 1, at: Self.now)
            moved = try desk.book(Self.ten, patient: 2, doctor: 2, at: Self.now)
        }
        let move = RescheduleAppointment(AppointmentTarget(moved), start: Self.nine)
        guard case .placement(.notFree(.patientBusy, _)) = desk.rejection(move, at: Self.now) else {
            Issue.record("the appointment was moved")
            return
        }
        try desk.run(UnmergePatients(kept, reason: Self.reason), at: Self.now)
        #expect(desk.rejection(move, at: Self.now) == nil)
    }

    @Test func `a cancellation on a merged record cannot be undone if a visit of the surviving record has the time`()
        throws
    {
        var cancelled: ID<Appointment> = 0
        var desk = try mergedDesk { desk in
            cancelled = try desk.book(Self.nine, patient: 2, doctor: 2, at: Self.now)
            try desk.run(CancelAppointment(AppointmentTarget(cancelled), reason: Personal("Ill")), at: Self.now)
            try desk.book(Self.nine, patient: 1, doctor: 1, at: Self.now)
        }
        let undo = UndoStep(AppointmentTarget(cancelled), right: .anyStep, reason: Personal("Mistake"))
        #expect(desk.rejection(undo, at: Self.now) != nil)
        try desk.run(UnmergePatients(kept, reason: Self.reason), at: Self.now)
        #expect(desk.rejection(undo, at: Self.now) == nil)
    }

    @Test func `a patient who gives up a time on a merged record is not offered that time on the surviving record`()
        throws
    {
        let days = try #require(DateRange("2026-11-23", "2026-12-31"))
        for isMerged in [true, false] {
            var desk = try Desk()
            let visit = try desk.book(Self.nine, patient: 2, at: Self.now)
            let entry = WaitlistEntry(id: 0xa3, patient: kept, service: Practice.service(1), days: days)
            try desk.run(JoinWaitlist(entry), at: Self.now)
            if isMerged { try desk.run(MergePatients(merged, into: kept, reason: Self.reason), at: Self.now) }
            let cancelled = CancelAppointment(AppointmentTarget(visit), reason: Personal("Ill"))
            let offers = try desk.run(cancelled, at: Self.now).filter { event in
                if case .waitlist(.offered) = event { true } else { false }
            }
            #expect(offers.count == (isMerged ? 0 : 1))
        }
    }

    @Test
    func `an invoice for an appointment of a merged record is charged to that record, not to the surviving record`()
        throws
    {
        var visit: ID<Appointment> = 0
        var desk = try mergedDesk { visit = try $0.book(Self.nine, patient: 2, at: Self.now) }
        func invoice(_ id: ID<Invoice>) -> IssueInvoice {
            IssueInvoice(invoice: id, patient: kept, appointment: visit, lines: [Books.line(500)])
        }
        try desk.run(invoice(0xb1), at: Self.now)
        #expect(desk.given.state(Subject<PatientAccount>(.patientAccount(merged))).open == 500)
        #expect(desk.given.state(Subject<PatientAccount>(.patientAccount(kept))).open == 0)
        #expect(desk.rejection(invoice(0xb2), at: Self.now) == .alreadyInvoiced(0xb1))
        try desk.run(UnmergePatients(kept, reason: Self.reason), at: Self.now)
        #expect(desk.rejection(invoice(0xb2), at: Self.now) == .appointmentOfAnotherPatient)
    }

    @Test func `a payment for all of a patient's invoices is refused while a merged record of the patient owes money`()
        throws
    {
        var desk = try mergedDesk { desk in
            try desk.run(
                IssueInvoice(invoice: 0xb1, patient: merged, appointment: nil, lines: [Books.line(500)]), at: Self.now)
        }
        func pay(_ payment: ID<Payment>, _ payer: RecordPayment.Payer) -> RecordPayment {
            RecordPayment(payment: payment, payer: payer, PaymentTerms(amount: Books.euro(500), method: .card))
        }
        #expect(desk.rejection(pay(0xc1, .patient(kept)), at: Self.now) == .mergedRecordOwes(merged))
        try desk.run(pay(0xc2, .invoice(0xb1)), at: Self.now)
        #expect(desk.rejection(pay(0xc1, .patient(kept)), at: Self.now) == nil)
    }

    @Test func `a patient can cancel an appointment of the record that was merged into the patient's record`() throws {
        var visit: ID<Appointment> = 0
        let desk = try mergedDesk { visit = try $0.book("2026-12-01T09:00:00Z", patient: 2, at: Self.now) }
        func cancel(_ patient: ID<Patient>) -> CancelAppointment {
            CancelAppointment(AppointmentTarget(visit, for: patient), reason: nil)
        }
        #expect(desk.rejection(cancel(kept), at: Self.now) == nil)
        #expect(desk.rejection(cancel(Practice.patient(3)), at: Self.now) != nil)
        for event in try desk.given.when(cancel(kept), at: Self.now).result.get() {
            #expect(!event.asStored.contains("guardian"), "the patient is not their own guardian")
        }
    }

    @Test func `a statement shows the changes of the surviving and the merged record in the order of their times`()
        throws
    {
        var desk = try mergedDesk()
        for (number, patient) in [(1, merged), (2, kept), (3, merged)] as [(UInt64, ID<Patient>)] {
            let issue = IssueInvoice(
                invoice: ID(integerLiteral: 0xb0 + number), patient: patient, appointment: nil,
                lines: [Books.line(Int64(number) * 100)])
            try desk.run(issue, at: Self.now.adding(minutes: Int64(number)))
        }
        func statement() throws -> AccountStatement {
            try desk.ask(at: Self.now) { model, _ throws(Never) in
                AccountStatement(of: kept, from: "2026-11-20", to: "2026-11-20", &model)
            }
        }
        #expect(try statement().lines.map(\.amount.amount) == [100, 200, 300])
        #expect(try statement().closing.amount == 600)
        try desk.run(UnmergePatients(kept, reason: Self.reason), at: Self.now)
        #expect(try statement().lines.map(\.amount.amount) == [200])
    }
}
