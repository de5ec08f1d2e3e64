import Clinic
import EventSourcing
import Identifiers
import JSON
import Testing

/// Tests that an item of a treatment plan follows when its appointment becomes one for another service, and when its
/// invoice is credited.
@Suite struct TreatmentChangeTests {
    typealias T = Treated

    /// A clinic with two services, whose first patient has accepted a plan with an item of each.
    private func treated() throws -> Treated {
        var treated = try Treated(in: Practice(services: [30, 60]))
        let second = PlanItemDraft(service: Practice.service(2), tooth: ToothNumber(27))
        try treated.propose(1, [T.filling(26), second])
        try treated.run(AnswerPlan(T.plan(1), .accept([])))
        return treated
    }

    private func reassign(_ visit: ID<Appointment>, to service: UInt64) -> ReassignAppointment {
        ReassignAppointment(AppointmentTarget(visit), .init(service: Practice.service(service)))
    }

    @Test
    func `an item of a treatment plan is not done by a visit that was reassigned to another service`() throws {
        var treated = try treated()
        let visit = try treated.book(T.item(1))
        try treated.run(reassign(visit, to: 2))
        #expect(try treated.status(T.item(1)) == .accepted)
        try treated.complete(visit)
        #expect(try treated.status(T.item(1)) == .accepted)
        #expect(treated.rejection(T.issue(1, T.item(1))) == .treatment(.wrongStatus(T.item(1), .accepted)))
        _ = try treated.book(T.item(1), at: "2026-11-24T09:00:00Z")
        #expect(try treated.status(T.item(1)) == .scheduled)
    }

    @Test func `an item of a treatment plan stays with a visit that was reassigned to the item's service`() throws {
        var treated = try treated()
        let visit = try treated.book(T.item(1), T.item(2))
        try treated.run(reassign(visit, to: 2))
        #expect(try treated.status(T.item(1)) == .accepted)
        #expect(try treated.status(T.item(2)) == .scheduled)
        try treated.complete(visit)
        #expect(try treated.status(T.item(1)) == .accepted)
        #expect(try treated.status(T.item(2)) == .done)
    }

    @Test
    func
        `a visit gets an item of a treatment plan back if its change of service is taken back, unless the item is booked`()
        throws
    {
        for isBookedElsewhere in [false, true] {
            var treated = try treated()
            let visit = try treated.book(T.item(1))
            try treated.run(reassign(visit, to: 2))
            if isBookedElsewhere { _ = try treated.book(T.item(1), at: "2026-11-24T09:00:00Z") }
            try treated.run(reassign(visit, to: 1))
            #expect(try treated.status(T.item(1)) == .scheduled)
            try treated.complete(visit)
            #expect(try treated.status(T.item(1)) == (isBookedElsewhere ? .scheduled : .done))
        }
    }

    @Test
    func `an item of a treatment plan is accepted again if its completed appointment was entered in error`() throws {
        var treated = try Treated(acceptedTeeth: 26)
        let visit = try treated.book(T.item())
        try treated.complete(visit)
        try treated.run(EnterInError(AppointmentTarget(visit), reason: Personal("Other person")), at: T.monday)
        #expect(try treated.status() == .accepted)
    }

    @Test
    func `work that a doctor recorded for an item of a treatment plan stays if the visit is reassigned`() throws {
        var treated = try treated()
        let visit = try treated.book(T.item(1))
        try treated.run(MarkItem(T.item(1), isDone: true, by: Practice.doctor(1)))
        try treated.run(reassign(visit, to: 2))
        #expect(try treated.status(T.item(1)) == .done)
    }

    private func credit(_ number: UInt64, _ amount: Int64?) -> IssueCreditNote {
        IssueCreditNote(
            ID(UUIDBytes(high: 24, low: number)), of: T.invoice(1), amount: amount.map { Money($0, .euro) },
            reason: Personal("Wrong fee"))
    }

    private func billed() throws -> Treated {
        var treated = try Treated(acceptedTeeth: 26)
        try treated.run(MarkItem(T.item(), isDone: true, by: Practice.doctor(1)))
        try treated.run(T.issue(1, T.item()))
        return treated
    }

    @Test
    func `an item of a treatment plan can be billed again once credit notes took back all of its invoice`() throws {
        var treated = try billed()
        try treated.run(credit(1, 1_000))
        #expect(try treated.status() == .billed, "a part of the charge is left")
        try treated.run(credit(2, nil))
        #expect(try treated.status() == .done)
        #expect(try treated.document(T.plan(1)).contains(#""to_bill":{"amount":5000"#))
        try treated.run(T.issue(2, T.item()))
        #expect(try treated.status() == .billed)
    }

    @Test func `an item of a treatment plan stays billed if its invoice is written off`() throws {
        var treated = try billed()
        try treated.run(WriteOffInvoice(invoice: T.invoice(1), reason: Personal("Moved abroad")))
        #expect(try treated.status() == .billed)
    }

    /// Credits the whole invoice with an event as servers of an earlier release append it. The event does not name the
    /// charged items.
    private func olderCredit() throws -> ClinicEvent {
        try event(
            "credit-note-issued",
            #"{"credit_note_id":"\#(0xcc as ID<CreditNote>)","number":"C-2026-000001","invoice_id":"\#(T.invoice(1))","#
                + #""patient_id":"\#(T.patient)","amount":{"amount":5000,"currency":"EUR"},"tax":0,"released":[],"#
                + #""issued_on":"2026-11-20","reason":"Wrong fee"}"#)
    }

    @Test
    func `an item of a treatment plan becomes done again, exactly once, after an older server credited its invoice`()
        throws
    {
        var treated = try billed()
        try treated.desk.happens(olderCredit(), at: T.before)
        #expect(try treated.run(ReleaseVoidedItems(of: T.plan(1))).count == 1)
        #expect(try treated.status() == .done)
        #expect(try treated.run(ReleaseVoidedItems(of: T.plan(1))).isEmpty)
    }
}
