import Clinic
import EventSourcing
import Identifiers
import JSON
import Testing

/// Tests the status of a treatment plan's item from the acceptance of the plan to the invoice.
@Suite struct TreatmentItemTests {
    typealias T = Treated

    @Test
    func `an item of a treatment plan is scheduled when it is booked, done after the visit, and billed by an invoice`()
        throws
    {
        var treated = try Treated(acceptedTeeth: 26)
        let visit = try treated.book(T.item())
        #expect(try treated.status() == .scheduled)
        try treated.complete(visit)
        #expect(try treated.status() == .done)
        let events = try treated.run(T.issue(1, T.item()))
        #expect(try treated.status() == .billed)
        guard case .billing(.invoiceIssued(let issued))? = events.first else {
            Issue.record("no invoice was issued")
            return
        }
        let line = issued.lines[0]
        #expect(line.service == Practice.service(1) && line.unitPrice == 5_000)
        #expect(
            line.treatment
                == ChargedTreatment(
                    item: T.item(), tooth: ToothNumber(26), surfaces: [.mesial, .distal], doctor: Practice.doctor(1),
                    doneOn: "2026-11-23"))
    }

    @Test func `an item of a treatment plan is accepted again after its appointment is cancelled or missed`()
        throws
    {
        var treated = try Treated(acceptedTeeth: 26)
        let cancelled = try treated.book(T.item())
        try treated.run(CancelAppointment(AppointmentTarget(cancelled), reason: Personal("Ill")))
        #expect(try treated.status() == .accepted)
        let missed = try treated.book(T.item())
        try treated.run(MarkNoShow(AppointmentTarget(missed)), at: "2026-11-23T10:00:00Z")
        #expect(try treated.status() == .accepted)
    }

    @Test
    func `an item of a treatment plan stays scheduled if its appointment is moved or reassigned to another doctor`()
        throws
    {
        var treated = try Treated(acceptedTeeth: 26)
        let visit = try treated.book(T.item())
        try treated.run(RescheduleAppointment(AppointmentTarget(visit), start: "2026-11-24T09:00:00Z"))
        try treated.run(ReassignAppointment(AppointmentTarget(visit), .init(doctor: Practice.doctor(2))))
        #expect(try treated.status() == .scheduled)
        try treated.run(CancelAppointment(AppointmentTarget(visit), reason: Personal("Ill")))
        #expect(try treated.status() == .accepted)
    }

    @Test func `two appointments cannot be for one item of a treatment plan`() throws {
        var treated = try Treated(acceptedTeeth: 26)
        _ = try treated.book(T.item())
        #expect(
            treated.rejection(T.booking(0xff, T.item(), at: "2026-11-24T09:00:00Z"))
                == .treatment(.wrongStatus(T.item(), .scheduled)))
    }

    @Test
    func `an appointment whose cancellation is undone does not get back a treatment item that was booked meanwhile`()
        throws
    {
        var treated = try Treated(acceptedTeeth: 26, 27)
        let first = try treated.book(T.item(1), T.item(2))
        try treated.run(CancelAppointment(AppointmentTarget(first), reason: Personal("Ill")))
        let second = try treated.book(T.item(1), at: "2026-11-24T09:00:00Z")
        try treated.run(UndoStep(AppointmentTarget(first), right: .anyStep, reason: Personal("Mistake")))
        #expect(try treated.status(T.item(1)) == .scheduled && treated.status(T.item(2)) == .scheduled)
        try treated.run(CancelAppointment(AppointmentTarget(first), reason: Personal("Ill")))
        #expect(try treated.status(T.item(1)) == .scheduled, "\(second) is for it")
        #expect(try treated.status(T.item(2)) == .accepted)
    }

    @Test func `an item of a treatment plan is scheduled again after the completion of its appointment is undone`()
        throws
    {
        var treated = try Treated(acceptedTeeth: 26)
        let visit = try treated.book(T.item())
        try treated.complete(visit)
        try treated.run(UndoStep(AppointmentTarget(visit), right: .anyStep, reason: Personal("Mistake")), at: T.monday)
        #expect(try treated.status() == .scheduled)
    }

    @Test
    func `a treatment item that its doctor marks as not done is accepted again, also after the visit's completion`()
        throws
    {
        var treated = try Treated(acceptedTeeth: 26, 27)
        let visit = try treated.book(T.item(1), T.item(2))
        try treated.run(MarkItem(T.item(2), isDone: false, by: Practice.doctor(1)))
        try treated.complete(visit)
        #expect(try treated.status(T.item(1)) == .done)
        #expect(try treated.status(T.item(2)) == .accepted)
        try treated.run(MarkItem(T.item(2), isDone: true, by: Practice.doctor(2)))
        #expect(try treated.status(T.item(2)) == .done)
        #expect(try treated.run(MarkItem(T.item(2), isDone: true, by: Practice.doctor(2))).isEmpty)
    }

    @Test func `an item of a treatment plan can be billed once, and again after its invoice is voided`() throws {
        var treated = try Treated(acceptedTeeth: 26)
        try treated.run(MarkItem(T.item(), isDone: true, by: Practice.doctor(1)))
        #expect(treated.rejection(T.issue(1, T.item(), T.item())) == .treatment(.namedTwice))
        try treated.run(T.issue(1, T.item()))
        #expect(treated.rejection(T.issue(2, T.item())) == .treatment(.wrongStatus(T.item(), .billed)))
        #expect(
            treated.rejection(MarkItem(T.item(), isDone: false, by: nil)) == .wrongStatus(T.item(), .billed))
        try treated.run(T.voiding(1))
        #expect(try treated.status() == .done)
        try treated.run(T.issue(2, T.item()))
        #expect(try treated.status() == .billed)
    }

    /// Voids an invoice with an event as servers of the previous release append it. The event does not name the charged
    /// items.
    private struct OlderVoiding: Decision {
        let event: InvoiceVoided

        init(_ invoice: ID<Invoice>) throws {
            let json = """
                {"invoice_id":"\(invoice)","patient_id":"\(T.patient)","total":{"amount":0,"currency":"EUR"},\
                "reason":"Mistake"}
                """
            event = try InvoiceVoided.codec.decode(parsing: Array(json.utf8))
        }

        func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] {
            [.billing(.invoiceVoided(event))]
        }
    }

    @Test
    func `a treatment item can be billed again, or marked as not done, after an older server voids its invoice`()
        throws
    {
        for isBilledAgain in [true, false] {
            var treated = try Treated(acceptedTeeth: 26)
            try treated.run(MarkItem(T.item(), isDone: true, by: Practice.doctor(1)))
            try treated.run(T.issue(1, T.item()))
            try treated.run(OlderVoiding(T.invoice(1)))
            if isBilledAgain {
                try treated.run(T.issue(2, T.item()))
            } else {
                try treated.run(MarkItem(T.item(), isDone: false, by: Practice.doctor(1)))
            }
            #expect(try treated.status() == (isBilledAgain ? .billed : .accepted))
        }
    }

    @Test
    func `an item of a treatment plan becomes done again, exactly once, after an older server voids its invoice`()
        throws
    {
        var treated = try Treated(acceptedTeeth: 26)
        try treated.run(MarkItem(T.item(), isDone: true, by: Practice.doctor(1)))
        try treated.run(T.issue(1, T.item()))
        #expect(try treated.run(ReleaseVoidedItems(of: T.plan(1))).isEmpty)
        try treated.run(OlderVoiding(T.invoice(1)))
        #expect(try treated.run(ReleaseVoidedItems(of: T.plan(1))).count == 1)
        #expect(try treated.status() == .done)
        #expect(try treated.document(T.plan(1)).contains(#""done_by":"\#(Practice.doctor(1))""#))
        #expect(try treated.run(ReleaseVoidedItems(of: T.plan(1))).isEmpty)
    }

    @Test
    func `a treatment item that is not done cannot be billed, and another patient's can be neither billed nor booked`()
        throws
    {
        var treated = try Treated(acceptedTeeth: 26)
        #expect(treated.rejection(T.issue(1, T.item())) == .treatment(.wrongStatus(T.item(), .accepted)))
        try treated.run(MarkItem(T.item(), isDone: true, by: Practice.doctor(1)))
        let other = IssueInvoice(
            invoice: T.invoice(1), patient: Practice.patient(2), appointment: nil,
            lines: [.init(service: nil, description: nil, quantity: 1, unitPrice: nil, item: T.item())])
        #expect(treated.rejection(other) == .treatment(.unknownItem))
        let booking = BookAppointment(
            0xff, patient: Practice.patient(2), request: VisitRequest(Practice.service(1), treatment: [T.item()]),
            start: T.monday, by: .staff)
        #expect(treated.rejection(booking) == .treatment(.unknownItem))
    }

    @Test func `a saved invoice draft with a treatment item cannot be issued if the item was billed meanwhile`() throws
    {
        var treated = try Treated(acceptedTeeth: 26)
        try treated.run(MarkItem(T.item(), isDone: true, by: Practice.doctor(1)))
        try treated.run(SaveInvoiceDraft(T.issue(2, T.item()), isChange: false))
        try treated.run(T.issue(1, T.item()))
        let refusal = IssueInvoice.Rejection.treatment(.wrongStatus(T.item(), .billed))
        #expect(treated.rejection(IssueInvoiceDraft(T.invoice(2))) == .unacceptable(refusal))
    }

    @Test func `an invoice of the surviving record can bill items of the merged record's treatment plan`() throws {
        var treated = try Treated(acceptedTeeth: 26)
        let survivor = Practice.patient(3)
        try treated.run(MergePatients(T.patient, into: survivor, reason: Personal("Registered twice")))
        try treated.run(MarkItem(T.item(), isDone: true, by: Practice.doctor(1)))
        try treated.run(
            IssueInvoice(
                invoice: T.invoice(1), patient: survivor, appointment: nil,
                lines: [.init(service: nil, description: nil, quantity: 1, unitPrice: nil, item: T.item())]))
        #expect(try treated.status() == .billed)
    }
}
