public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// Issues an invoice that charges a patient for services.
public struct IssueInvoice: Decision {
    /// A line of a new invoice as the front desk enters it. If the line names a service, the service's name and price
    /// are used where the line has none.
    public struct Line: Hashable, Sendable {
        public let service: ID<Service>?
        /// The line's own text; `nil` for the service's name.
        public let description: Personal<String>?
        public let quantity: Int64
        /// The price of one unit; `nil` for the service's price.
        public let unitPrice: Money?

        public init(service: ID<Service>?, description: Personal<String>?, quantity: Int64, unitPrice: Money?) {
            self.service = service
            self.description = description
            self.quantity = quantity
            self.unitPrice = unitPrice
        }
    }

    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case unknownAppointment
        case appointmentOfAnotherPatient
        case unknownService(ID<Service>)
        /// A line has neither a service nor its own text and price.
        case incompleteLine(index: Int)
        case otherCurrency(expected: Currency)
        /// The invoice's total is negative or beyond `Money.bounds`.
        case totalOutOfBounds

        public var problem: Problem {
            switch self {
            case .unknownPatient, .unknownAppointment, .appointmentOfAnotherPatient: .notFound
            case .unknownService: Problem(.unknownService)
            case .incompleteLine(let index):
                .malformed(
                    body: "/lines/\(index)", code: "incomplete",
                    detail: "needs a service, or a description with a unit price")
            case .otherCurrency(let expected): .otherCurrency(expected: expected)
            case .totalOutOfBounds: Problem(.invoiceTotal)
            }
        }
    }

    public let invoice: ID<Invoice>
    public let patient: ID<Patient>
    public let appointment: ID<Appointment>?
    public let lines: [Line]
    /// The number of days until the invoice is due.
    public let paymentTerm: Int

    public init(
        invoice: ID<Invoice>, patient: ID<Patient>, appointment: ID<Appointment>?, lines: [Line], paymentTerm: Int = 14
    ) {
        self.invoice = invoice
        self.patient = patient
        self.appointment = appointment
        self.lines = lines
        self.paymentTerm = paymentTerm
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard model[.registration(of: patient)].isCurrent else { throw .unknownPatient }
        if let appointment {
            guard case .made(let course) = model[.appointment(appointment)] else { throw .unknownAppointment }
            guard course.visit.patient == patient else { throw .appointmentOfAnotherPatient }
        }
        if model[.patientAccount(patient)][invoice] != nil { return [] }
        var charged: [InvoiceLine] = []
        for (index, line) in lines.enumerated() { charged.append(try charge(line, at: index, in: settings)) }
        let total = charged.reduce(into: (sum: Int64(0), overflows: false)) { total, line in
            let (sum, overflows) = total.sum.addingReportingOverflow(line.amount)
            total = (sum, total.overflows || overflows)
        }
        guard !total.overflows, (0...Money.bounds.upperBound).contains(total.sum) else { throw .totalOutOfBounds }
        let today = settings.zone.date(of: now)
        return [
            .billing(
                .invoiceIssued(
                    InvoiceIssued(
                        invoice: invoice, number: model[.invoiceNumbers(today)].next(in: today.year),
                        patient: patient,
                        appointment: appointment, lines: charged, total: Money(total.sum, settings.currency),
                        issuedOn: today, dueOn: today.adding(days: paymentTerm))))
        ]
    }

    private func charge(_ line: Line, at index: Int, in settings: ClinicSettings) throws(Rejection) -> InvoiceLine {
        var service: Service?
        if let id = line.service {
            guard let known = settings.services[id] else { throw .unknownService(id) }
            service = known
        }
        let price = line.unitPrice ?? service?.details.price
        if let price, price.currency != settings.currency { throw .otherCurrency(expected: settings.currency) }
        guard
            let text = line.description.map(LineText.own) ?? service.map({ .name($0.details.name) }),
            let price, Money.bounds.contains(price.amount), (1...1000).contains(line.quantity)
        else { throw .incompleteLine(index: index) }
        return InvoiceLine(
            service: line.service, text: text, quantity: line.quantity, unitPrice: price.amount)
    }
}

/// The front desk's request to issue an invoice.
struct InvoiceDraft: Sendable {
    let patient: ID<Patient>
    let appointment: ID<Appointment>?
    let lines: [IssueInvoice.Line]
    let paymentTerm: Int?

    static let codec = object(
        InvoiceDraft.init(patient:appointment:lines:paymentTerm:),
        field("patient_id", \.patient, .patientID),
        optionalField(
            "appointment_id", \.appointment,
            .id().described("The appointment that is charged; it must be this patient's.")),
        field(
            "lines", \.lines,
            .array(IssueInvoice.Line.codec, 1...100).described("The lines to charge, in the order of the invoice.")),
        optionalField(
            "payment_term_days", \.paymentTerm,
            .int(0...365).described("Days from today until the invoice is due; absent: 14."))
    ).described("The invoice to issue.").named("InvoiceDraft")
}

extension IssueInvoice.Line {
    static let codec = object(
        IssueInvoice.Line.init(service:description:quantity:unitPrice:),
        optionalField(
            "service_id", \.service,
            .id().described("The service that was done. Absent: `description` and `unit_price` must be there.")),
        optionalField(
            "description", \.description,
            .personal(.financial, .string(1...200)).described("The line's text; absent: the service's name.")),
        field("quantity", \.quantity, .int64(1...1000).described("How many times it is charged.")),
        optionalField(
            "unit_price", \.unitPrice,
            Money.codec.described(
                "The price of one, in the clinic's currency; absent: the service's price. A discount is negative."))
    ).described("A line of the invoice to issue.").named("InvoiceDraftLine")
}

extension BillingAPI {
    static let issueInvoice = Endpoint<ClinicAction>(
        .post, "/api/v1/invoices", id: "issueInvoice", summary: "Issue an invoice",
        details: """
            Gives it the next number of the clinic and year. An issued invoice does not change; it can only be \
            voided.
            """,
        tag: "Billing", for: FrontDesk.self,
        takes: .body(InvoiceDraft.codec), answers: [.created(InvoiceAnswer.codec, "The new invoice")],
        problems: [.unknownService, .otherCurrency, .invoiceTotal, .notFound], idempotency: .accepted
    ) { _, draft throws(Problem) in
        .creation { ids in
            let id: ID<Invoice> = ids()
            return ClinicCommand(
                IssueInvoice(
                    invoice: id, patient: draft.patient, appointment: draft.appointment, lines: draft.lines,
                    paymentTerm: draft.paymentTerm ?? 14),
                answer: .invoice(id, location: "/api/v1/invoices/\(id)"))
        }
    }
}

extension Problem.Kind {
    static let unknownService = Problem.Kind(
        "unknown-service", 409, "The clinic has no such service",
        means: "A line of the invoice names a service that the clinic never had.",
        remedy: "Choose from `GET /api/v1/services`, or send `description` and `unit_price`.")
    static let invoiceTotal = Problem.Kind(
        "invoice-total", 409, "The invoice's total cannot be charged",
        means: "The lines add up to less than zero, or to more than an amount can be.",
        remedy: "Correct quantities and prices.")
}
