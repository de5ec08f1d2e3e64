public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that divides the open amount of an invoice into instalments.
public struct AgreeInstalments: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notOpen(NotOpen)
        case otherCurrency(expected: Currency)
        /// The instalment at `index` is due before today, or it is not due later than the previous instalment.
        case badDates(index: Int)
        /// The instalments do not add up to the invoice's open amount, or one of them is not more than zero.
        case otherSum(open: Money)

        public var problem: Problem {
            switch self {
            case .notOpen(let rejection): rejection.problem
            case .otherCurrency(let expected): .otherCurrency(expected: expected)
            case .badDates(let index):
                .malformed(
                    body: "/instalments/\(index)/due_on", code: "bad_order",
                    detail: "must be after the one before, and not before today")
            case .otherSum(let open): Problem(.instalmentSum).with("open", open, Money.codec)
            }
        }
    }

    public struct Part: Hashable, Sendable {
        public let dueOn: CivilDate
        public let amount: Money

        public init(dueOn: CivilDate, amount: Money) {
            self.dueOn = dueOn
            self.amount = amount
        }
    }

    public let invoice: ID<Invoice>
    public let parts: [Part]

    public init(invoice: ID<Invoice>, _ parts: [Part]) {
        self.invoice = invoice
        self.parts = parts
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let (patient, _, charge) = try model.openCharge(of: invoice, else: Rejection.notOpen)
        let basics = model[.basics]
        var earliest = basics.zone.date(of: now)
        var rest = charge.open
        for (index, part) in parts.enumerated() {
            guard part.amount.currency == basics.currency else { throw .otherCurrency(expected: basics.currency) }
            guard part.dueOn >= earliest else { throw .badDates(index: index) }
            earliest = part.dueOn.adding(days: 1)
            // The sum of the instalments cannot overflow: there are at most 60 instalments of up to 10^12 minor units.
            rest -= part.amount.amount
        }
        guard rest == 0, parts.allSatisfy({ $0.amount.amount > 0 }) else {
            throw .otherSum(open: Money(charge.open, basics.currency))
        }
        return [
            .billing(
                .instalmentsAgreed(
                    InstalmentsAgreed(
                        invoice: invoice, patient: patient,
                        instalments: parts.map { Instalment(dueOn: $0.dueOn, amount: $0.amount.amount) })))
        ]
    }
}

struct InstalmentsBody: Sendable {
    let parts: [AgreeInstalments.Part]

    static let codec = object(
        InstalmentsBody.init(parts:),
        field(
            "instalments", \.parts,
            .array(AgreeInstalments.Part.codec, 1...60).described(
                "The instalments, by their days. They add up to the open amount of the invoice."))
    ).described("The instalments in which an invoice is paid.").named("Instalments")
}

extension AgreeInstalments.Part {
    static let codec = object(
        AgreeInstalments.Part.init(dueOn:amount:),
        field("due_on", \.dueOn, .date.described("The last day to pay it in time, by the clinic's calendar.")),
        field("amount", \.amount, Money.unsignedCodec.described("The amount, in the clinic's currency."))
    ).described("A part of an invoice that is due on a day of its own.").named("InstalmentDraft")
}

extension BillingAPI {
    static let agreeInstalments = Endpoint<ClinicAction>(
        .put, "/api/v1/invoices/{invoice_id}/instalments", id: "agreeInstalments", summary: "Agree on instalments",
        details: """
            Divides the open amount of the invoice. Payments settle the instalments in their order. The list replaces the one \
            before.
            """,
        tag: "Billing", for: FrontDesk.self, takes: .path("invoice_id", .invoiceID), .body(InstalmentsBody.codec),
        answers: [.ok(InvoiceAnswer.codec, "The invoice as it is now")],
        problems: [.invoiceVoid, .invoiceSettled, .instalmentSum, .otherCurrency, .notFound], idempotency: .accepted
    ) { _, id, body throws(Problem) in
        .command(ClinicCommand(AgreeInstalments(invoice: id, body.parts), answer: .invoice(id)))
    }
}

extension Problem.Kind {
    static let instalmentSum = Problem.Kind(
        "instalment-sum", 409, "The instalments do not add up to the open amount",
        means:
            "On the invoice, `open` is to be paid; the instalments add up to another amount, or one of them is zero.",
        remedy: "Correct the amounts.",
        members: [
            .member("open", Money.codec.described("The amount that is open."), example: .example)
        ])
}
