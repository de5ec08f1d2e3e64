import Clinic
import EventSourcing
import Identifiers
import Printing

/// Makes the printed pages of invoices, receipts, credit notes and statements.
struct PrintedBill {
    let clinic: ClinicProfile
    let zone: ClinicZone
    let patient: PatientDocument
    let now: Instant

    func invoice(_ invoice: InvoiceDocument) -> PrintedDocument {
        let currency = invoice.total.currency
        var facts = [("Number", invoice.number), ("Date", invoice.issuedOn.iso8601), ("Due", invoice.dueOn.iso8601)]
        if let note = invoice.statusNote { facts.append(("Status", note)) }
        let columns = [
            PrintedDocument.Column("Description", share: 0.44),
            PrintedDocument.Column("Quantity", share: 0.12, isNumber: true),
            PrintedDocument.Column("Price", share: 0.16, isNumber: true),
            PrintedDocument.Column("Tax", share: 0.1, isNumber: true),
            PrintedDocument.Column("Amount", share: 0.18, isNumber: true),
        ]
        let rows = invoice.lines.map { line in
            let discount = line.discount.map { "\nDiscount \(Money($0, currency).decimalText)" } ?? ""
            return [
                (line.text.shown ?? "(erased)") + discount, line.quantity.description,
                Money(line.unitPrice, currency).decimalText, line.taxRate.map { "\($0) %" } ?? "–",
                Money(line.amount, currency).decimalText,
            ]
        }
        let tax = invoice.lines.reduce(0) { $0 + ($1.tax ?? 0) }
        var sums: [(String, Int64)] = tax == 0 ? [] : [("Tax included", tax)]
        sums.append(("Total", invoice.total.amount))
        if invoice.paid != 0 { sums.append(("Paid", invoice.paid)) }
        let takenBack = (invoice.credited ?? 0) + (invoice.goodwill ?? 0)
        if takenBack != 0 { sums.append(("Credited", takenBack)) }
        if let writtenOff = invoice.writtenOff { sums.append(("Written off", writtenOff)) }
        sums.append(("To pay", invoice.balance))
        return page(
            "Invoice \(invoice.number)",
            [.facts(facts.map { (name: $0.0, value: $0.1) }), .table(.init(columns: columns, rows: rows))]
                + sums.map { name, amount in
                    .sum(name, Money(amount, currency).shown, isTotal: name == "Total" || name == "To pay")
                })
    }

    func receipt(_ payment: PaymentDocument) -> PrintedDocument {
        let currency = payment.amount.currency
        let date = payment.receivedOn ?? zone.date(of: payment.receivedAt)
        var facts = [
            (name: "Date", value: date.iso8601), (name: "Method", value: payment.method.shown),
        ]
        if let number = payment.number { facts.insert((name: "Number", value: number), at: 0) }
        if payment.isInError == true { facts.append((name: "Status", value: "Entered in error: not paid")) }
        let refunds = payment.refunds.map { refund -> PrintedDocument.Block in
            let day = refund.refundedOn ?? zone.date(of: refund.refundedAt)
            return .sum("Refunded on \(day.iso8601)", Money(refund.amount, currency).shown, isTotal: false)
        }
        let rounding = payment.rounding.map { rounding -> [PrintedDocument.Block] in
            [
                .sum("Sum", Money(payment.amount.amount - rounding, currency).shown, isTotal: false),
                .sum("Rounding", Money(rounding, currency).shown, isTotal: false),
            ]
        }
        return page(
            "Receipt \(payment.number ?? "")",
            [.facts(facts)] + (rounding ?? []) + [.sum("Received", payment.amount.shown, isTotal: true)] + refunds)
    }

    func creditNote(_ note: CreditNoteDocument, of invoice: String) -> PrintedDocument {
        page(
            "Credit note \(note.number)",
            [
                .facts([
                    (name: "Number", value: note.number), (name: "Date", value: note.issuedOn.iso8601),
                    (name: "Invoice", value: invoice), (name: "Reason", value: note.reason.value ?? "(erased)"),
                ]),
                .sum("Tax included", note.tax.shown, isTotal: false),
                .sum("Credited", note.amount.shown, isTotal: true),
            ])
    }

    func statement(_ statement: AccountStatement) -> PrintedDocument {
        let columns = [
            PrintedDocument.Column("Date", share: 0.16), PrintedDocument.Column("Entry", share: 0.24),
            PrintedDocument.Column("Number", share: 0.24),
            PrintedDocument.Column("Amount", share: 0.18, isNumber: true),
            PrintedDocument.Column("Balance", share: 0.18, isNumber: true),
        ]
        let rows = statement.lines.map { line in
            [
                line.date.iso8601, line.kind.shown, line.number ?? "", line.amount.decimalText,
                line.balance.decimalText,
            ]
        }
        return page(
            "Statement",
            [
                .facts([(name: "From", value: statement.from.iso8601), (name: "To", value: statement.to.iso8601)]),
                .sum("Balance before", statement.opening.shown, isTotal: false), .gap(6),
                .table(.init(columns: columns, rows: rows)),
                .sum("Balance after", statement.closing.shown, isTotal: true),
                .sum("To pay", statement.open.shown, isTotal: false),
                .sum("Credit", statement.credit.shown, isTotal: false),
            ])
    }

    private func page(_ title: String, _ blocks: [PrintedDocument.Block]) -> PrintedDocument {
        .letter(title, from: clinic, to: patient, at: now, blocks)
    }
}

extension LineText {
    fileprivate var shown: String? {
        switch self {
        case .name(let name): name
        case .own(let text): text.value
        }
    }
}

extension Money {
    /// An amount of money with its currency, such as `1234.50 EUR`.
    fileprivate var shown: String { "\(decimalText) \(currency.code)" }
}

extension InvoiceDocument {
    fileprivate var statusNote: String? {
        switch status {
        case .void: "Void"
        case .credited: "Credited"
        case .writtenOff: "Written off"
        case .paid: "Paid"
        case .open, .partiallyPaid: nil
        }
    }
}

extension PaymentMethod {
    fileprivate var shown: String {
        switch self {
        case .cash: "Cash"
        case .card: "Card"
        case .bankTransfer: "Bank transfer"
        case .insurance: "Insurance"
        case .other: "Other"
        }
    }
}

extension AccountHistory.Kind {
    fileprivate var shown: String {
        switch self {
        case .invoice: "Invoice"
        case .void: "Invoice voided"
        case .payment: "Payment"
        case .refund: "Refund"
        case .creditNote: "Credit note"
        case .writeOff: "Write-off"
        case .paymentInError: "Payment in error"
        case .goodwill: "Goodwill"
        case .rounding: "Rounding"
        }
    }
}
