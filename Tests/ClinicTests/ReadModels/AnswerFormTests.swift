import Clinic
import EventSourcing
import Testing

/// Tests the conversion of stored documents, some of them without members of later releases, to answers.
@Suite struct AnswerFormTests {
    private func answer(_ form: AnswerForm, _ stored: String) throws -> String {
        String(decoding: try form.answer(Array(stored.utf8)), as: UTF8.self)
    }

    private let id = "00000000-0000-0000-0000-0000000000a1"

    @Test func `each amount of a stored invoice is sent with the invoice's currency`() throws {
        let stored = """
            {"id":"\(id)","version":9,"number":"2026-000001","patient_id":"\(id)","status":"partially_paid",\
            "lines":[{"description":"Filling","quantity":2,"unit_price":500}],\
            "total":{"amount":1000,"currency":"CHF"},"paid":400,"balance":600,"issued_on":"2026-11-23",\
            "due_on":"2026-12-07",\
            "receipts":[{"payment_id":"\(id)","amount":400,"method":"cash","received_at":"2026-11-23T12:00:00Z"}]}
            """
        let none = #"{"amount":0,"currency":"CHF"}"#
        #expect(
            try answer(Invoices.answer, stored) == """
                {"id":"\(id)","version":9,"number":"2026-000001","patient_id":"\(id)","status":"partially_paid",\
                "lines":[{"description":"Filling","quantity":2,"unit_price":{"amount":500,"currency":"CHF"},\
                "discount":\(none),"tax_percent":0,"tax":\(none),"amount":{"amount":1000,"currency":"CHF"}}],\
                "total":{"amount":1000,"currency":"CHF"},"paid":{"amount":400,"currency":"CHF"},\
                "balance":{"amount":600,"currency":"CHF"},"issued_on":"2026-11-23","due_on":"2026-12-07",\
                "receipts":[{"payment_id":"\(id)","amount":{"amount":400,"currency":"CHF"},"method":"cash",\
                "received_at":"2026-11-23T12:00:00Z"}],"tax":\(none),"credited":\(none),"written_off":\(none),\
                "credit_notes":[],"instalments":[],"with_payers":\(none),"patient_share":{"amount":600,"currency":"CHF"}}
                """)
    }

    @Test func `each amount of a stored payment is sent with its currency, and a refund with the payment's version`()
        throws
    {
        let stored = """
            {"id":"\(id)","version":12,"patient_id":"\(id)","amount":{"amount":900,"currency":"EUR"},"method":"card",\
            "received_at":"2026-11-23T12:00:00Z","allocations":[{"invoice_id":"\(id)","amount":600}],"credit":200,\
            "refunded":100,"refunds":[{"id":"\(id)","amount":100,"method":"card","reason":"(erased)",\
            "refunded_at":"2026-11-24T12:00:00Z"}]}
            """
        #expect(
            try answer(Payments.answer, stored) == """
                {"id":"\(id)","version":12,"patient_id":"\(id)","amount":{"amount":900,"currency":"EUR"},\
                "method":"card","received_at":"2026-11-23T12:00:00Z",\
                "allocations":[{"invoice_id":"\(id)","amount":{"amount":600,"currency":"EUR"}}],\
                "credit":{"amount":200,"currency":"EUR"},"refunded":{"amount":100,"currency":"EUR"},\
                "refunds":[{"id":"\(id)","version":12,"amount":{"amount":100,"currency":"EUR"},"method":"card",\
                "reason":"(erased)","refunded_at":"2026-11-24T12:00:00Z","goodwill":false}],"in_error":false,"releases":[]}
                """)
    }

    @Test func `the open amount and the credit of a stored patient account are sent with the account's currency`()
        throws
    {
        #expect(
            try answer(
                PatientAccounts.answer, #"{"id":"\#(id)","version":3,"currency":"EUR","open":4500,"credit":0}"#)
                == #"{"id":"\#(id)","version":3,"open":{"amount":4500,"currency":"EUR"},"#
                + #""credit":{"amount":0,"currency":"EUR"}}"#)
    }

    @Test func `in an answer, each time off has the version of its member of staff`() throws {
        let member = #"{"id":"\#(id)","version":7,"name":"Dr. A","role":"doctor","roles":["doctor"]"#
        let absence = #""start":"2026-12-01T00:00","end":"2026-12-02T00:00"}]"#
        #expect(
            try answer(StaffMembers.answer, #"\#(member),"time_off":[{"id":"\#(id)",\#(absence),"active":true}"#)
                == #"\#(member),"time_off":[{"id":"\#(id)","version":7,\#(absence),"special_hours":[],"active":true}"#)
    }

    @Test func `a member of staff whom an older release stored without roles is sent with roles`() throws {
        let stored = #"{"id":"\#(id)","version":7,"name":"Dr. A","role":"doctor","time_off":[],"active":true}"#
        #expect(try answer(StaffMembers.answer, stored).contains(#""role":"doctor","roles":["doctor"]"#))
    }

    @Test func `in an answer, each closure has the version of the clinic's settings`() throws {
        let clinic = #"{"id":"\#(id)","version":5,"profile":{"name":"Practice"},"time_zone":"Europe/Berlin","#
        let closure = #""first_day":"2026-12-24","last_day":"2026-12-26","reason":"Christmas"}]"#
        let rules = """
            "scheduling":{"atom_minutes":5,"offer_minutes":15,"minimum_notice_minutes":120,"horizon_days":90,\
            "hold_minutes":5,"cancellation_notice_hours":48,"no_show_after_minutes":15,\
            "approves_patient_bookings":false}}
            """
        let currency = #""currency":"EUR","#
        let hours = #""opening_hours":[],"closures":[{"id":"\#(id)","#
        #expect(
            try answer(ClinicProfiles.publicAnswer, clinic + currency + hours + closure + "," + rules)
                == clinic + currency + #""currency_exponent":2,"# + hours + #""version":5,"# + closure
                + #","special_hours":[],"# + rules)
    }

    @Test func `a list of stored documents is converted to a list of answers`() throws {
        let account = #"{"id":"\#(id)","version":3,"currency":"EUR","open":1,"credit":0}"#
        let list = try PatientAccounts.answer.answers(Array("[\(account),\(account)]".utf8))
        let one = try answer(PatientAccounts.answer, account)
        #expect(String(decoding: list, as: UTF8.self) == "[\(one),\(one)]")
    }

    @Test func `a stored document that cannot be decoded is not converted to an answer`() {
        #expect(throws: (any Error).self) { try answer(PatientAccounts.answer, #"{"id":"\#(id)","version":3}"#) }
    }
}
