import Clinic
import Endpoints
import EventSourcing

extension Aggregate {
    static let money = [account, draft, family, drawerDay, coverage, claim]

    private static func invoice(to patient: String = "<patient>") -> Move {
        Move(
            "issueInvoice",
            #"{"patient_id":"\#(patient)","lines":[{"description":"Filling","quantity":1,"unit_price":<money>}]}"#)
    }

    private static let issue = invoice()
    /// Many of the random requests are about the same patient, so that a random sequence often has an invoice, a
    /// payment and a claim of one patient.
    private static let issueToFirst = invoice(to: "<first_patient>")
    private static let pay = Move("payInvoice", #"{"amount":<money>,"method":"<method>","accept_credit":<bool>}"#)
    private static let record = Move(
        "recordPayment",
        #"{"patient_id":"<first_patient>","amount":<money>,"method":"<method>","accept_credit":<bool>}"#)
    private static let refund = Move(
        "refundPayment", #"{"amount":<money>,"method":"<method>","reason":"Asked","goodwill":<bool>}"#)
    private static let enterInError = Move("enterPaymentInError", #"{"reason":"Typed wrongly"}"#)
    private static let reason = #"{"reason":"Agreed"}"#

    private static let account = Aggregate(
        name: "invoices and patient account", prelude: [issueToFirst],
        moves: [
            issue, issueToFirst, pay, pay, record, refund, enterInError, Move("voidInvoice", reason),
            Move("applyCredit"),
            Move("issueCreditNote", reason), Move("issueCreditNote", #"{"reason":"Less done","amount":<money>}"#),
            Move("writeOffInvoice", reason),
            Move("agreeInstalments", #"{"instalments":[{"due_on":"2026-12-24","amount":<money>}]}"#),
            Move("releasePayment", #"{"invoice_id":"<invoice>","reason":"Meant otherwise"}"#),
        ],
        documents: [
            AnyProjection(Invoices.self), AnyProjection(Payments.self), AnyProjection(CreditNotes.self),
            AnyProjection(PatientAccounts.self),
        ],
        lives: [
            Life(Invoices.self, begins: ["invoice-issued"]),
            Life(Payments.self, begins: ["payment-recorded"], ends: ["payment-entered-in-error"]),
        ], faults: AccountRules.faults(in:))

    private static let lines = #""lines":[{"description":"Crown","quantity":2,"unit_price":<money>}]"#

    private static let draft = Aggregate(
        name: "draft of an invoice",
        moves: [
            Move("createInvoiceDraft", #"{"patient_id":"<patient>",\#(lines)}"#),
            Move("changeInvoiceDraft", #"{"patient_id":"<patient>",\#(lines)}"#), Move("issueInvoiceDraft", "{}"),
            Move("discardInvoiceDraft"), pay,
        ],
        documents: [AnyProjection(InvoiceDrafts.self), AnyProjection(Invoices.self)],
        lives: [
            Life(
                InvoiceDrafts.self, begins: ["invoice-draft-saved"],
                ends: ["invoice-draft-discarded", "invoice-issued"]
            )
        ], faults: AccountRules.faults(in:))

    private static let family = Aggregate(
        name: "family account", prelude: [issue],
        moves: [
            issue, Move("setFamilyAccount", #"{"members":["<patient>"]}"#),
            Move("setFamilyAccount", #"{"members":[]}"#),
            Move("payFamily", #"{"amount":<money>,"method":"cash","accept_credit":<bool>}"#), pay, refund, enterInError,
        ],
        documents: [
            AnyProjection(FamilyAccounts.self), AnyProjection(FamilyPayments.self), AnyProjection(Payments.self),
            AnyProjection(Invoices.self),
        ],
        faults: { clinic in
            let numbers: [UInt64] = [1, 2, 3]
            let members = numbers.map { number in
                clinic.state(Subject<FamilyAccount>(.familyAccount(Practice.patient(number)))).members
            }
            let faults = zip(numbers, members).flatMap { number, members in
                Set(members).count == members.count && !members.contains(Practice.patient(number))
                    ? [] : ["patient \(number) pays for \(members)"]
            }
            return faults + AccountRules.faults(in: clinic)
        })

    private static let counted = ["cash", "card", "bank_transfer", "insurance", "other"].map {
        #"{"method":"\#($0)","amount":<money>}"#
    }.joined(separator: ",")

    private static let drawerDay = Aggregate(
        name: "day close", prelude: [issue],
        moves: [
            issue, pay, record, refund, enterInError,
            Move("closeDay", #"{"date":"<today>","counted":[\#(counted)]}"#),
            Move("closeDay", #"{"date":"<today>","counted":[]}"#), Move("reopenDay", as: .admin),
        ],
        documents: [AnyProjection(DrawerDays.self), AnyProjection(Payments.self), AnyProjection(Invoices.self)],
        faults: { AccountRules.dayFaults($0.feed) + AccountRules.faults(in: $0) })

    private static let addPayer = Move("addInsurancePayer", as: .admin, #"{"name":"<word> Insurance"}"#)
    private static let terms = #""member_number":"A 1","terms":{"valid_from":"2026-01-01","percent":80}"#
    private static let cover = Move(
        "recordCoverage", #"{"patient_id":"<first_patient>","payer_id":"<payer>",\#(terms)}"#)
    private static let makeClaim = Move(
        "makeInsuranceClaim", #"{"invoice_id":"<invoice>","coverage_id":"<coverage>"}"#)
    private static let submit = Move("submitInsuranceClaim")

    private static let coverage = Aggregate(
        name: "payer and coverage", prelude: [addPayer],
        moves: [
            addPayer, Move("renameInsurancePayer", as: .admin, #"{"name":"<word>"}"#),
            Move("retireInsurancePayer", as: .admin), cover,
            Move("changeCoverage", #"{"payer_id":"<payer>",\#(terms)}"#),
            Move("removeCoverage"),
        ],
        documents: [AnyProjection(InsurancePayers.self), AnyProjection(Coverages.self)],
        lives: [
            Life(InsurancePayers.self, begins: ["payer-added"], ends: ["payer-retired"]),
            Life(Coverages.self, begins: ["coverage-recorded"], ends: ["coverage-removed"]),
        ])

    private static let claim = Aggregate(
        name: "claim", prelude: [addPayer, cover, issueToFirst, makeClaim, submit],
        moves: [
            issueToFirst, makeClaim,
            Move("makeInsuranceClaim", #"{"invoice_id":"<invoice>","coverage_id":"<coverage>","amount":<money>}"#),
            submit, Move("answerInsuranceClaim", #"{"accepted":<money>}"#),
            Move("answerInsuranceClaim", #"{"accepted":{"amount":0,"currency":"EUR"},"reason":"Not covered"}"#),
            Move("payInsuranceClaim", #"{"amount":<money>}"#), Move("closeInsuranceClaim", #"{"reason":"Settled"}"#),
            pay,
            enterInError, refund, Move("voidInvoice", reason), Move("removeCoverage"),
        ],
        documents: [
            AnyProjection(InsuranceClaims.self), AnyProjection(Coverages.self), AnyProjection(Invoices.self),
            AnyProjection(Payments.self), AnyProjection(InsurancePayers.self),
        ],
        lives: [
            Life(
                InsuranceClaims.self, begins: ["claim-made"], ends: ["claim-closed"],
                afterwards: ["payment-refunded", "payment-entered-in-error"])
        ], faults: AccountRules.faults(in:))
}
