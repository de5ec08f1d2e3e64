public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// A stored payment with its allocations and refunds. Amounts are in minor units of the payment's currency.
public struct PaymentDocument: Hashable, Sendable {
    public struct RefundEntry: Hashable, Sendable {
        public let id: ID<Refund>
        public let amount: Int64
        public let method: PaymentMethod
        public fileprivate(set) var reason: Personal<String>
        public let refundedAt: Instant
        public let number: String?
        public let refundedOn: CivilDate?
        public let isGoodwill: Bool?
        /// The rounding of a refund in cash (`PaymentRefunded.rounding`); `nil` if the amount was not rounded.
        public let rounding: Int64?

        static let codec = object(
            RefundEntry.init(id:amount:method:reason:refundedAt:number:refundedOn:isGoodwill:rounding:),
            field("id", \.id, .id()),
            field("amount", \.amount, .int64),
            field("method", \.method, .stringEnum),
            field("reason", \.reason, .personal(.financial, .string(max: 500), placeholder: erasedText)),
            field("refunded_at", \.refundedAt, .instant),
            optionalField("number", \.number, .string(max: 40)),
            optionalField("refunded_on", \.refundedOn, .date),
            optionalField("goodwill", \.isGoodwill, .bool),
            optionalField("rounding", \.rounding, .int64))
    }

    /// A part of the payment that staff took from an invoice, so that it became the patient's credit.
    public struct ReleaseEntry: Hashable, Sendable {
        public let invoice: ID<Invoice>
        public let amount: Int64
        public fileprivate(set) var reason: Personal<String>
        public let releasedAt: Instant

        static let codec = object(
            ReleaseEntry.init(invoice:amount:reason:releasedAt:),
            field("invoice_id", \.invoice, .id()),
            field("amount", \.amount, .int64),
            field("reason", \.reason, .personal(.financial, .string(max: 500), placeholder: erasedText)),
            field("released_at", \.releasedAt, .instant))
    }

    public let id: ID<Payment>
    public var version: Int64
    public let patient: ID<Patient>
    public let amount: Money
    public let method: PaymentMethod
    public var reference: Personal<String>?
    public let receivedAt: Instant
    public var allocations: [Allocation]
    public var credit: Int64
    public var refunded: Int64
    public var refunds: [RefundEntry]
    /// The number of the payment's receipt; `nil` for payments of releases before receipt numbers. Such payments also
    /// have no day, drawer, value date and account.
    public let number: String?
    public let receivedOn: CivilDate?
    public let drawer: CashDrawer?
    public let valueOn: CivilDate?
    /// The account that recorded the payment; `nil` for a program without a login, and for payments of releases before
    /// receipt numbers.
    public let receivedBy: UUIDBytes?
    /// `true` for a payment that was marked as recorded by mistake; `nil` otherwise.
    public var isInError: Bool?
    public var errorReason: Personal<String>?
    /// The parts of the payment that staff took from invoices; `nil` for none.
    public var releases: [ReleaseEntry]?
    /// The claim that a payer paid with this payment; `nil` for other payments.
    public let claim: ID<InsuranceClaim>?
    /// The rounding of a payment in cash (`PaymentRecorded.rounding`); `nil` if the amount was not rounded.
    public let rounding: Int64?

    /// The money that the clinic has kept of the payment, in minor units.
    var net: Int64 { isInError == true ? 0 : refunds.reduce(amount.amount) { $0 - $1.amount } }
}

/// The read model `payment`: payments with their allocations and refunds.
public enum Payments: ClinicReadModel {
    public static let table = DocumentTable("payment", key: "payment_id", .uuid)
    public static let audience = DocumentAudience.allStaff

    public static let codec = object(
        PaymentDocument.init(
            id:version:patient:amount:method:reference:receivedAt:allocations:credit:refunded:refunds:number:
            receivedOn:drawer:valueOn:receivedBy:isInError:errorReason:releases:claim:rounding:),
        field("id", \.id, .id()),
        field("version", \.version, .int64),
        field("patient_id", \.patient, .id()),
        field("amount", \.amount, Money.codec),
        field("method", \.method, .stringEnum),
        optionalField("reference", \.reference, .personal(.financial, .string(max: 100))),
        field("received_at", \.receivedAt, .instant),
        field("allocations", \.allocations, .array(Allocation.codec)),
        field("credit", \.credit, .int64),
        field("refunded", \.refunded, .int64),
        field("refunds", \.refunds, .array(PaymentDocument.RefundEntry.codec)),
        optionalField("number", \.number, .string(max: 40)),
        optionalField("received_on", \.receivedOn, .date),
        optionalField("drawer", \.drawer, CashDrawer.codec),
        optionalField("value_on", \.valueOn, .date),
        optionalField("received_by", \.receivedBy, .uuid),
        optionalField("in_error", \.isInError, .bool),
        optionalField("error_reason", \.errorReason, .personal(.financial, .string(max: 500))),
        optionalField("releases", \.releases, .array(PaymentDocument.ReleaseEntry.codec)),
        optionalField("claim_id", \.claim, .id()),
        optionalField("rounding", \.rounding, .int64))

    package static let answer = AnswerForm(of: codec, as: PaymentAnswer.codec) { PaymentAnswer($0) }

    public static let columns: [DocumentColumn<PaymentDocument>] = [
        DocumentColumn("patient_id", .uuid) { .uuid($0.patient.uuid) },
        DocumentColumn("method", .text) { .text($0.method.rawValue) },
        DocumentColumn("received_at", .timestamptz) { $0.receivedAt.bind },
        DocumentColumn("net_amount", .bigint) { .int64($0.net) },
    ]

    public static func person(of document: PaymentDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .patient(let event) = event { return event.withoutTexts(\.payments) }
        guard case .billing(let event) = event else { return [] }
        switch event {
        case .invoiceIssued, .invoiceVoided, .invoiceWrittenOff, .instalmentsAgreed: return []
        case .paymentRecorded(let received): return [DocumentKey(received.payment)]
        case .creditApplied(let applied): return applied.parts.map { DocumentKey($0.payment) }
        case .paymentRefunded(let refunded): return [DocumentKey(refunded.payment)]
        case .creditNoteIssued(let issued): return issued.released.map { DocumentKey($0.payment) }
        case .paymentReleased(let released): return [DocumentKey(released.payment)]
        case .paymentEnteredInError(let error): return [DocumentKey(error.payment)]
        }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .billing(.paymentRecorded) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.payment) }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        guard case .billing(let event) = event else { return [] }
        let patient = event.accountChange.patient
        return [.patientAccount(patient), .patient(patient)]
    }

    public static func fold(
        _ document: PaymentDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> PaymentDocument? {
        if recorded.event.takesTexts { return document?.withoutTexts(recorded.position) }
        guard case .billing(let event) = recorded.event else { return document }
        if case .paymentRecorded(let received) = event {
            return PaymentDocument(
                id: received.payment, version: recorded.position, patient: received.patient, amount: received.amount,
                method: received.method, reference: received.reference?.unlessErased, receivedAt: recorded.recordedAt,
                allocations: received.allocations, credit: received.credit, refunded: 0, refunds: [],
                number: received.number, receivedOn: received.receivedOn, drawer: received.drawer,
                valueOn: received.valueOn, receivedBy: received.number == nil ? nil : recorded.actor.account,
                claim: received.claim, rounding: received.rounding.unlessZero)
        }
        guard var document else { return nil }
        document.version = recorded.position
        switch event {
        case .invoiceIssued, .invoiceVoided, .invoiceWrittenOff, .instalmentsAgreed, .paymentRecorded: break
        case .creditApplied(let applied):
            for part in applied.parts where part.payment == document.id {
                document.credit -= part.amount
                document.allocations.append(Allocation(invoice: applied.invoice, amount: part.amount))
            }
        case .paymentRefunded(let refunded): document.giveBack(refunded, at: recorded.recordedAt)
        case .creditNoteIssued(let issued):
            for part in issued.released where part.payment == document.id {
                document.release(part.amount, from: issued.invoice)
                document.credit += part.amount
            }
        case .paymentReleased(let released):
            document.release(released.amount, from: released.invoice)
            document.credit += released.amount
            document.releases =
                (document.releases ?? []) + [
                    PaymentDocument.ReleaseEntry(
                        invoice: released.invoice, amount: released.amount, reason: released.reason,
                        releasedAt: recorded.recordedAt)
                ]
        case .paymentEnteredInError(let error):
            document.isInError = true
            document.errorReason = error.reason.unlessErased
            document.allocations = []
            document.credit = 0
        }
        return document
    }
}

extension PaymentDocument {
    /// A copy of the payment's document without its free texts: the reference and all reasons.
    fileprivate func withoutTexts(_ version: Int64) -> PaymentDocument {
        var document = self
        document.version = version
        document.reference = nil
        document.errorReason = nil
        for index in refunds.indices { document.refunds[index].reason = .erased }
        document.releases = releases?.map { entry in
            var entry = entry
            entry.reason = .erased
            return entry
        }
        return document
    }

    fileprivate mutating func giveBack(_ event: PaymentRefunded, at instant: Instant) {
        refunded += event.booked
        credit -= event.fromCredit
        for part in event.fromInvoices { release(part.amount, from: part.invoice) }
        refunds.append(
            RefundEntry(
                id: event.refund, amount: event.amount.amount, method: event.method, reason: event.reason,
                refundedAt: instant, number: event.number, refundedOn: event.refundedOn,
                isGoodwill: event.isGoodwill, rounding: event.rounding.unlessZero))
    }

    fileprivate mutating func release(_ amount: Int64, from invoice: ID<Invoice>) {
        var rest = amount
        for index in allocations.indices.reversed() where allocations[index].invoice == invoice && rest > 0 {
            let released = min(rest, allocations[index].amount)
            allocations[index] = Allocation(invoice: invoice, amount: allocations[index].amount - released)
            rest -= released
        }
        allocations.removeAll { $0.amount == 0 }
    }
}

extension Int64 {
    /// A number, or `nil` if it is zero, so that the document of a payment without rounding has no member for it.
    var unlessZero: Int64? { self == 0 ? nil : self }
}

extension DocumentAnswer {
    static func payment(_ id: ID<Payment>, location: String? = nil) -> DocumentAnswer {
        DocumentAnswer(Payments.self, DocumentKey(id), form: Payments.answer, location: location)
    }
}
