public import EventSourcing
public import Identifiers

/// Issues an invoice that charges a patient for services.
public struct IssueInvoice: Decision {
    /// A line of a new invoice as the front desk enters it. A service supplies its name and price.
    public struct Line: Hashable, Sendable {
        public let service: ID<Service>?
        /// The line's own text, which replaces the service's name.
        public let description: Personal<String>?
        public let quantity: Int64
        /// The price of one unit in minor units; the service's price if absent.
        public let unitPrice: Int64?

        public init(service: ID<Service>?, description: Personal<String>?, quantity: Int64, unitPrice: Int64?) {
            self.service = service
            self.description = description
            self.quantity = quantity
            self.unitPrice = unitPrice
        }
    }

    public enum Rejection: Error, Hashable {
        case unknownPatient
        case unknownAppointment
        case appointmentOfAnotherPatient
        case unknownService(ID<Service>)
        /// A line has neither a service nor its own text and price.
        case incompleteLine(index: Int)
        /// The invoice's total is negative or beyond `Money.bounds`.
        case totalOutOfBounds
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
        guard
            let text = line.description.map(LineText.own) ?? service.map({ .name($0.details.name) }),
            let price = line.unitPrice ?? service?.details.price.amount,
            Money.bounds.contains(price), (1...1000).contains(line.quantity)
        else { throw .incompleteLine(index: index) }
        return InvoiceLine(
            service: line.service, text: text, quantity: line.quantity, unitPrice: price)
    }
}
