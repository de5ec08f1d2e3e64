public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// A stored invoice with its payments. Amounts are in minor units of the total's currency.
public struct InvoiceDocument: Hashable, Sendable {
    public enum Status: String, CaseIterable, Hashable, Sendable {
        case open
        case partiallyPaid = "partially_paid"
        case paid, void
        /// Credit notes and refunds as goodwill took the whole invoice back.
        case credited
        /// The clinic wrote off the invoice's open amount, and nothing is open.
        case writtenOff = "written_off"
    }

    /// The part of one payment that pays an invoice.
    public struct Receipt: Hashable, Sendable {
        public let payment: ID<Payment>
        public var amount: Int64
        /// The method of the payment; `nil` if the invoice was paid with credit from an earlier payment.
        public let method: PaymentMethod?
        public let receivedAt: Instant

        static let codec = object(
            Receipt.init(payment:amount:method:receivedAt:),
            field("payment_id", \.payment, .id()),
            field("amount", \.amount, .int64),
            optionalField("method", \.method, .stringEnum),
            field("received_at", \.receivedAt, .instant))
    }

    public let id: ID<Invoice>
    public var version: Int64
    public let number: String
    public let patient: ID<Patient>
    public let appointment: ID<Appointment>?
    public var status: Status
    public var lines: [InvoiceLine]
    public let total: Money
    public var paid: Int64
    public var balance: Int64
    public let issuedOn: CivilDate
    public let dueOn: CivilDate
    public var voidReason: Personal<String>?
    public var receipts: [Receipt]
    /// The sum that credit notes took back of the invoice; `nil` if there is no credit note, as in documents that
    /// releases before credit notes stored.
    public var credited: Int64?
    /// The parts of refunds as goodwill that had paid this invoice; `nil` for none. The patient does not owe them
    /// again.
    public var goodwill: Int64?
    public var writtenOff: Int64?
    /// The reason why the clinic wrote off the invoice's open amount.
    public var writeOffReason: Personal<String>?
    public var creditNotes: [ID<CreditNote>]?
    public var instalments: [Instalment]?
    /// The claims for the invoice that are submitted and not closed; `nil` for none.
    var claims: [ClaimPart]?
    /// The part of the invoice's open amount (`balance`) that submitted claims ask payers for; `nil` if there is none.
    public internal(set) var withPayers: Int64?
}

/// The read model `invoice`: invoices with their payments.
public enum Invoices: ClinicReadModel {
    public static let table = DocumentTable("invoice", key: "invoice_id", .uuid)
    public static let audience = DocumentAudience.allStaff

    public static let codec = object(
        InvoiceDocument.init(
            id:version:number:patient:appointment:status:lines:total:paid:balance:issuedOn:dueOn:voidReason:receipts:
            credited:goodwill:writtenOff:writeOffReason:creditNotes:instalments:claims:withPayers:),
        field("id", \.id, .id()),
        field("version", \.version, .int64),
        field("number", \.number, .string(max: 40)),
        field("patient_id", \.patient, .id()),
        optionalField("appointment_id", \.appointment, .id()),
        field("status", \.status, .stringEnum),
        field("lines", \.lines, .array(InvoiceLine.documentCodec)),
        field("total", \.total, Money.codec),
        field("paid", \.paid, .int64),
        field("balance", \.balance, .int64),
        field("issued_on", \.issuedOn, .date),
        field("due_on", \.dueOn, .date),
        optionalField("void_reason", \.voidReason, .personal(.financial, .string(max: 500))),
        field("receipts", \.receipts, .array(InvoiceDocument.Receipt.codec)),
        optionalField("credited", \.credited, .int64),
        optionalField("goodwill", \.goodwill, .int64),
        optionalField("written_off", \.writtenOff, .int64),
        optionalField("write_off_reason", \.writeOffReason, .personal(.financial, .string(max: 500))),
        optionalField("credit_notes", \.creditNotes, .array(.id())),
        optionalField("instalments", \.instalments, .array(Instalment.codec)),
        optionalField("claims", \.claims, .array(InvoiceDocument.ClaimPart.codec)),
        optionalField("with_payers", \.withPayers, .int64))

    package static let answer = AnswerForm(of: codec, as: InvoiceAnswer.codec) { InvoiceAnswer($0) }

    public static let columns: [DocumentColumn<InvoiceDocument>] = [
        DocumentColumn("patient_id", .uuid) { .uuid($0.patient.uuid) },
        DocumentColumn("status", .text) { .text($0.status.rawValue) },
        DocumentColumn("number", .text) { .text($0.number) },
        DocumentColumn("issued_on", .date) { .date(daysSince1970: Int32($0.issuedOn.daysSince1970)) },
        DocumentColumn("balance", .bigint) { .int64($0.balance) },
    ]

    public static func person(of document: InvoiceDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .patient(let event) = event { return event.withoutTexts(\.invoices) }
        if case .insurance(let event) = event { return event.claim.map { [DocumentKey($0.invoice)] } ?? [] }
        guard case .billing(let event) = event else { return [] }
        switch event {
        case .invoiceIssued(let issued): return [DocumentKey(issued.invoice)]
        case .invoiceVoided(let voided): return [DocumentKey(voided.invoice)]
        case .paymentRecorded(let received): return received.allocations.map { DocumentKey($0.invoice) }
        case .creditApplied(let applied): return [DocumentKey(applied.invoice)]
        case .paymentRefunded(let refunded):
            return refunded.fromInvoices.reduce(into: []) { keys, part in
                let key = DocumentKey(part.invoice)
                if !keys.contains(key) { keys.append(key) }
            }
        case .creditNoteIssued(let issued): return [DocumentKey(issued.invoice)]
        case .invoiceWrittenOff(let written): return [DocumentKey(written.invoice)]
        case .paymentReleased(let released): return [DocumentKey(released.invoice)]
        case .instalmentsAgreed(let agreed): return [DocumentKey(agreed.invoice)]
        case .paymentEnteredInError(let error):
            return Set(error.allocations.map(\.invoice)).sorted { $0.text < $1.text }.map { DocumentKey($0) }
        }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .billing(.invoiceIssued) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.invoice) }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        guard case .billing(let event) = event else { return [] }
        let patient = event.accountChange.patient
        return [.patientAccount(patient), .patient(patient)]
    }

    public static func fold(
        _ document: InvoiceDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> InvoiceDocument? {
        if recorded.event.takesTexts { return document?.withoutTexts(recorded.position) }
        if case .insurance(let event) = recorded.event { return document?.with(event, recorded.position) }
        guard case .billing(let event) = recorded.event else { return document }
        if case .invoiceIssued(let issued) = event { return issuedDocument(issued, version: recorded.position) }
        guard var document else { return nil }
        document.version = recorded.position
        switch event {
        case .invoiceIssued: break
        case .invoiceVoided(let voided):
            document.status = .void
            document.balance = 0
            document.voidReason = voided.reason.unlessErased
        case .paymentRecorded(let received):
            for part in received.allocations where part.invoice == document.id {
                document.receive(part.amount, of: received.payment, by: received.method, at: recorded.recordedAt)
            }
        case .creditApplied(let applied):
            for part in applied.parts {
                document.receive(part.amount, of: part.payment, by: nil, at: recorded.recordedAt)
            }
        case .paymentRefunded(let refunded):
            for part in refunded.fromInvoices where part.invoice == document.id {
                if refunded.isGoodwill == true { document.goodwill = (document.goodwill ?? 0) + part.amount }
                document.giveBack(part.amount, of: refunded.payment)
            }
        case .creditNoteIssued(let issued): document.takeBack(issued)
        case .invoiceWrittenOff(let written):
            document.writtenOff = (document.writtenOff ?? 0) + written.amount.amount
            document.writeOffReason = written.reason.unlessErased
            document.settle(document.paid)
        case .instalmentsAgreed(let agreed): document.instalments = agreed.instalments
        case .paymentReleased(let released): document.giveBack(released.amount, of: released.payment)
        case .paymentEnteredInError(let error):
            for part in error.allocations where part.invoice == document.id {
                document.giveBack(part.amount, of: error.payment)
            }
        }
        if let payment = event.claimPayment { document.pay(payment.claim, payment.amount) }
        document.settleClaims()
        return document
    }

    private static func issuedDocument(_ issued: InvoiceIssued, version: Int64) -> InvoiceDocument {
        InvoiceDocument(
            id: issued.invoice, version: version, number: issued.number, patient: issued.patient,
            appointment: issued.appointment, status: issued.total.amount == 0 ? .paid : .open, lines: issued.lines,
            total: issued.total, paid: 0, balance: issued.total.amount, issuedOn: issued.issuedOn,
            dueOn: issued.dueOn, voidReason: nil, receipts: [], credited: nil, goodwill: nil, writtenOff: nil,
            writeOffReason: nil, creditNotes: nil)
    }
}

extension InvoiceDocument {
    /// A copy of the invoice's document without its reasons and the texts of its lines. The names of services are
    /// removed too, since the document does not distinguish them from free text.
    fileprivate func withoutTexts(_ version: Int64) -> InvoiceDocument {
        var document = self
        document.version = version
        document.voidReason = nil
        document.writeOffReason = nil
        document.lines = lines.map(\.withoutText)
        return document
    }

    fileprivate mutating func receive(
        _ amount: Int64, of payment: ID<Payment>, by method: PaymentMethod?, at instant: Instant
    ) {
        receipts.append(Receipt(payment: payment, amount: amount, method: method, receivedAt: instant))
        settle(paid + amount)
    }

    fileprivate mutating func giveBack(_ amount: Int64, of payment: ID<Payment>) {
        var rest = amount
        for index in receipts.indices.reversed() where receipts[index].payment == payment && rest > 0 {
            let part = min(rest, receipts[index].amount)
            receipts[index].amount -= part
            rest -= part
        }
        receipts.removeAll { $0.amount == 0 }
        settle(paid - amount)
    }

    fileprivate mutating func takeBack(_ note: CreditNoteIssued) {
        credited = (credited ?? 0) + note.amount.amount
        creditNotes = (creditNotes ?? []) + [note.creditNote]
        for part in note.released { giveBack(part.amount, of: part.payment) }
        settle(paid)
    }

    fileprivate mutating func settle(_ paid: Int64) {
        self.paid = paid
        let takenBack = (credited ?? 0) + (goodwill ?? 0)
        balance = total.amount - paid - takenBack - (writtenOff ?? 0)
        if balance > 0 {
            status = paid > 0 ? .partiallyPaid : .open
        } else if writtenOff ?? 0 > 0 {
            status = .writtenOff
        } else {
            status = takenBack > 0 && takenBack == total.amount ? .credited : .paid
        }
    }
}

extension DocumentAnswer {
    static func invoice(_ id: ID<Invoice>, location: String? = nil) -> DocumentAnswer {
        DocumentAnswer(Invoices.self, DocumentKey(id), form: Invoices.answer, location: location)
    }
}
