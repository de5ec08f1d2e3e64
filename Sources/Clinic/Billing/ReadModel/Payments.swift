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

        static let codec = object(
            RefundEntry.init(id:amount:method:reason:refundedAt:),
            field("id", \.id, .id()),
            field("amount", \.amount, .int64),
            field("method", \.method, .stringEnum),
            field("reason", \.reason, .personal(.financial, .string(max: 500), placeholder: erasedText)),
            field("refunded_at", \.refundedAt, .instant))
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
}

/// The read model `payment`: payments with their allocations and refunds.
public enum Payments: Projection {
    public static let table = DocumentTable("payment", key: "payment_id", .uuid)

    public static let codec = object(
        PaymentDocument.init(
            id:version:patient:amount:method:reference:receivedAt:allocations:credit:refunded:refunds:),
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
        field("refunds", \.refunds, .array(PaymentDocument.RefundEntry.codec)))

    package static let answer = AnswerForm(of: codec, as: PaymentAnswer.codec) { PaymentAnswer($0) }

    public static let columns: [DocumentColumn<PaymentDocument>] = [
        DocumentColumn("patient_id", .uuid) { .uuid($0.patient.uuid) },
        DocumentColumn("method", .text) { .text($0.method.rawValue) },
        DocumentColumn("received_at", .timestamptz) { $0.receivedAt.bind },
        DocumentColumn("net_amount", .bigint) { .int64($0.amount.amount - $0.refunded) },
    ]

    public static func person(of document: PaymentDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .patient(.patientRecordsErased(let erased)) = event { return erased.payments.map { DocumentKey($0) } }
        guard case .billing(let event) = event else { return [] }
        switch event {
        case .invoiceIssued, .invoiceVoided: return []
        case .paymentRecorded(let received): return [DocumentKey(received.payment)]
        case .creditApplied(let applied): return applied.parts.map { DocumentKey($0.payment) }
        case .paymentRefunded(let refunded): return [DocumentKey(refunded.payment)]
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
        if case .patient(.patientRecordsErased) = recorded.event { return document?.withoutTexts(recorded.position) }
        guard case .billing(let event) = recorded.event else { return document }
        if case .paymentRecorded(let received) = event {
            return PaymentDocument(
                id: received.payment, version: recorded.position, patient: received.patient, amount: received.amount,
                method: received.method, reference: received.reference?.unlessErased, receivedAt: recorded.recordedAt,
                allocations: received.allocations, credit: received.credit, refunded: 0, refunds: [])
        }
        guard var document else { return nil }
        document.version = recorded.position
        switch event {
        case .invoiceIssued, .invoiceVoided, .paymentRecorded: break
        case .creditApplied(let applied):
            for part in applied.parts where part.payment == document.id {
                document.credit -= part.amount
                document.allocations.append(Allocation(invoice: applied.invoice, amount: part.amount))
            }
        case .paymentRefunded(let refunded): document.giveBack(refunded, at: recorded.recordedAt)
        }
        return document
    }
}

extension PaymentDocument {
    /// The payment without its free texts.
    fileprivate func withoutTexts(_ version: Int64) -> PaymentDocument {
        var document = self
        document.version = version
        document.reference = nil
        for index in refunds.indices { document.refunds[index].reason = .erased }
        return document
    }

    fileprivate mutating func giveBack(_ event: PaymentRefunded, at instant: Instant) {
        refunded += event.amount.amount
        credit -= event.fromCredit
        for part in event.fromInvoices {
            var rest = part.amount
            for index in allocations.indices.reversed() where allocations[index].invoice == part.invoice && rest > 0 {
                let released = min(rest, allocations[index].amount)
                allocations[index] = Allocation(invoice: part.invoice, amount: allocations[index].amount - released)
                rest -= released
            }
        }
        allocations.removeAll { $0.amount == 0 }
        refunds.append(
            RefundEntry(
                id: event.refund, amount: event.amount.amount, method: event.method, reason: event.reason,
                refundedAt: instant))
    }
}

extension DocumentAnswer {
    static func payment(_ id: ID<Payment>, location: String? = nil) -> DocumentAnswer {
        DocumentAnswer(Payments.self, DocumentKey(id), form: Payments.answer, location: location)
    }
}
