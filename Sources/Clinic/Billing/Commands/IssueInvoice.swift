public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that issues an invoice that charges a patient for services.
public struct IssueInvoice: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case unknownAppointment
        case appointmentOfAnotherPatient
        /// Another invoice charges the appointment already, and the command does not permit a second one (`isAnother`).
        case alreadyInvoiced(ID<Invoice>)
        case unknownService(ID<Service>)
        /// The line at `index` has no text or no price, and its service supplies none; or its price or quantity is out
        /// of bounds.
        case incompleteLine(index: Int)
        case otherCurrency(expected: Currency)
        /// The invoice's total is negative or beyond `Money.bounds`, or the net price of one of its lines is beyond
        /// `Money.bounds`.
        case totalOutOfBounds
        /// The request names an item of a treatment plan that the invoice cannot charge, because of the given refusal.
        case treatment(TreatmentRefusal)

        public var problem: Problem {
            switch self {
            case .unknownPatient, .unknownAppointment, .appointmentOfAnotherPatient: .notFound
            case .alreadyInvoiced(let invoice): Problem(.alreadyInvoiced).with("invoice_id", invoice, .id())
            case .unknownService: Problem(.unknownService)
            case .incompleteLine(let index):
                .malformed(
                    body: "/lines/\(index)", code: "incomplete",
                    detail: "needs a service, or a description with a unit price")
            case .otherCurrency(let expected): .otherCurrency(expected: expected)
            case .totalOutOfBounds: Problem(.invoiceTotal)
            case .treatment(let refusal): refusal.problem
            }
        }
    }

    public let invoice: ID<Invoice>
    public let patient: ID<Patient>
    public let appointment: ID<Appointment>?
    public let lines: [Line]
    /// The number of days until the invoice is due; `nil` for the clinic's usual term.
    public let paymentTerm: Int?
    /// Whether the invoice is permitted even if another invoice charges the appointment already.
    public let isAnother: Bool
    /// Whether the invoice is issued from a saved draft.
    let isFromDraft: Bool

    public init(
        invoice: ID<Invoice>, patient: ID<Patient>, appointment: ID<Appointment>?, lines: [Line],
        paymentTerm: Int? = nil, isAnother: Bool = false
    ) {
        self.init(
            invoice: invoice, patient: patient, appointment: appointment, lines: lines, paymentTerm: paymentTerm,
            isAnother: isAnother, isFromDraft: false)
    }

    /// The decision to issue the invoice of a saved draft.
    init(draft: InvoiceDraftSaved, isAnother: Bool) {
        self.init(
            invoice: draft.invoice, patient: draft.patient, appointment: draft.appointment, lines: draft.lines,
            paymentTerm: draft.paymentTerm, isAnother: isAnother, isFromDraft: true)
    }

    private init(
        invoice: ID<Invoice>, patient: ID<Patient>, appointment: ID<Appointment>?, lines: [Line], paymentTerm: Int?,
        isAnother: Bool, isFromDraft: Bool
    ) {
        self.invoice = invoice
        self.patient = patient
        self.appointment = appointment
        self.lines = lines
        self.paymentTerm = paymentTerm
        self.isAnother = isAnother
        self.isFromDraft = isFromDraft
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard model[.registration(of: patient)].isCurrent else { throw .unknownPatient }
        let record = try chargedRecord(&model)
        let account = model[.patientAccount(record)]
        if account[invoice] != nil { return [] }
        if let appointment, !isAnother,
            let other = account.charges.first(where: { $0.appointment == appointment && $0.counts })
        {
            throw .alreadyInvoiced(other.invoice)
        }
        let (charged, total) = try charge(&model)
        let today = settings.zone.date(of: now)
        return [
            .billing(
                .invoiceIssued(
                    InvoiceIssued(
                        invoice: invoice, number: model[.invoiceNumbers(today)].next(in: today.year),
                        patient: record,
                        appointment: appointment, lines: charged, total: total,
                        issuedOn: today, dueOn: today.adding(days: paymentTerm ?? settings.billing.paymentTermDays),
                        isFromDraft: isFromDraft ? true : nil)))
        ]
    }

    /// The record whose account the invoice charges. If the appointment is on a record that was merged into the
    /// patient's, this is the merged record; otherwise it is the patient's record.
    func chargedRecord(_ model: inout DecisionModel<ClinicEvent>) throws(Rejection) -> ID<Patient> {
        let merged = model[.registration(of: patient)].mergedRecord
        if let appointment, let merged, case .made(let course) = model[.appointment(appointment)],
            course.visit.patient == merged
        {
            return merged
        }
        try checkAppointment(&model)
        return patient
    }

    /// Throws a rejection if the appointment that the invoice charges does not exist or is another patient's.
    private func checkAppointment(_ model: inout DecisionModel<ClinicEvent>) throws(Rejection) {
        guard let appointment else { return }
        guard case .made(let course) = model[.appointment(appointment)] else { throw .unknownAppointment }
        guard course.visit.patient == patient else { throw .appointmentOfAnotherPatient }
    }

    /// The invoice's lines as they are charged, and their sum with tax.
    func charge(
        _ model: inout DecisionModel<ClinicEvent>
    ) throws(Rejection) -> (lines: [InvoiceLine], total: Money) {
        let settings = model[.settings]
        var doctor: ID<StaffMember>?
        if let appointment, case .made(let course) = model[.appointment(appointment)] {
            doctor = course.visit.place.doctor
        }
        var charged: [InvoiceLine] = []
        let items = lines.compactMap(\.item)
        let done: [PlannedItem: TreatmentPlan.DoneItem]
        switch model.doneItems(items, of: patient) {
        case .success(let found): done = found
        case .failure(let refusal): throw .treatment(refusal)
        }
        for (index, line) in lines.enumerated() {
            charged.append(
                try line.charged(at: index, by: settings, with: doctor, done: line.item.flatMap { done[$0] }))
        }
        let total = charged.reduce(into: (sum: Int64(0), overflows: false)) { total, line in
            let (sum, overflows) = total.sum.addingReportingOverflow(line.amount)
            total = (sum, total.overflows || overflows)
        }
        guard !total.overflows, (0...Money.bounds.upperBound).contains(total.sum) else { throw .totalOutOfBounds }
        return (charged, Money(total.sum, settings.currency))
    }
}

/// The body of the front desk's request to issue an invoice, or to save the draft of one.
struct InvoiceDraft: Sendable {
    let patient: ID<Patient>
    let appointment: ID<Appointment>?
    let lines: [IssueInvoice.Line]
    let paymentTerm: Int?
    let isAnother: Bool

    static let codec = object(
        InvoiceDraft.init(patient:appointment:lines:paymentTerm:isAnother:),
        field("patient_id", \.patient, .patientID),
        optionalField(
            "appointment_id", \.appointment,
            .id().described(
                "The appointment that is charged; it must be this patient's. One of a merged record is charged on that record."
            )),
        field(
            "lines", \.lines,
            .array(IssueInvoice.Line.codec, 1...100).described("The lines to charge, in the order of the invoice.")),
        optionalField(
            "payment_term_days", \.paymentTerm,
            .int(0...365).described(
                "Days from the day of issue until the invoice is due; absent: the clinic's usual term.")),
        field(
            "another", \.isAnother,
            .bool.described(
                "Whether the appointment may have another invoice already. Drafts ignore it: send it when the draft is issued."
            ),
            default: false)
    ).described("The invoice to issue.").named("InvoiceDraft")
}

extension BillingAPI {
    static let issueInvoice = Endpoint<ClinicAction>(
        .post, "/api/v1/invoices", id: "issueInvoice", summary: "Issue an invoice",
        details: """
            Gives it the next number of the clinic and year. An issued invoice does not change; it can only be \
            voided, credited or written off. An appointment has one invoice, unless `another` is true. Send the same \
            `Idempotency-Key` again to repeat it safely.
            """,
        tag: "Billing", for: FrontDesk.self,
        takes: .body(InvoiceDraft.codec), answers: [.created(InvoiceAnswer.codec, "The new invoice")],
        problems: [
            .alreadyInvoiced, .unknownService, .otherCurrency, .invoiceTotal, .treatmentItemStatus, .patientMerged,
            .notFound,
        ],
        idempotency: .implied
    ) { _, draft throws(Problem) in
        .creation { ids in
            let id: ID<Invoice> = ids()
            return ClinicCommand(
                IssueInvoice(
                    invoice: id, patient: draft.patient, appointment: draft.appointment, lines: draft.lines,
                    paymentTerm: draft.paymentTerm, isAnother: draft.isAnother),
                answer: .invoice(id, location: "/api/v1/invoices/\(id)"))
        }
    }
}

extension Problem.Kind {
    static let alreadyInvoiced = Problem.Kind(
        "already-invoiced", 409, "The appointment has an invoice already",
        means: "The invoice `invoice_id` charges the appointment.",
        remedy: "Show that invoice, or send `another` if the visit needs two.",
        members: [
            .member("invoice_id", Codec<ID<Invoice>>.invoiceID, example: .example)
        ])
    static let unknownService = Problem.Kind(
        "unknown-service", 409, "The clinic has no such service",
        means: "A line of the invoice names a service that the clinic never had.",
        remedy: "Choose from `GET /api/v1/services`, or send `description` and `unit_price`.")
    static let invoiceTotal = Problem.Kind(
        "invoice-total", 409, "The invoice's total cannot be charged",
        means: "The lines add up to less than zero, or to more than an amount can be.",
        remedy: "Correct quantities and prices.")
}
