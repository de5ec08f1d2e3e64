public import EventSourcing
public import Identifiers
public import JSON

public enum DraftEvent: FeatureEvent {
    case saved(InvoiceDraftSaved)
    case discarded(InvoiceDraftDiscarded)

    public var payload: any EventPayload {
        switch self {
        case .saved(let payload): payload
        case .discarded(let payload): payload
        }
    }

    var invoice: ID<Invoice> {
        switch self {
        case .saved(let saved): saved.invoice
        case .discarded(let discarded): discarded.invoice
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(InvoiceDraftSaved.self) { .draft(.saved($0)) }
            .with(InvoiceDraftDiscarded.self) { .draft(.discarded($0)) }
    }
}

/// The draft of an invoice was saved, for the first time or again.
public struct InvoiceDraftSaved: EventPayload, Hashable {
    /// The id that the invoice has once it is issued.
    public let invoice: ID<Invoice>
    public let patient: ID<Patient>
    public let appointment: ID<Appointment>?
    public let lines: [IssueInvoice.Line]
    public let paymentTerm: Int?
    /// The total that the lines have with the prices and taxes of this time.
    public let total: Money

    public static let stored = StoredType("invoice-draft-saved")
    public static let codec = object(
        InvoiceDraftSaved.init(invoice:patient:appointment:lines:paymentTerm:total:),
        field("invoice_id", \.invoice, .id()),
        field("patient_id", \.patient, .id()),
        optionalField("appointment_id", \.appointment, .id()),
        field("lines", \.lines, .array(IssueInvoice.Line.codec, 1...100)),
        optionalField("payment_term_days", \.paymentTerm, .int(0...365)),
        field("total", \.total, Money.codec))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.invoice(invoice), .patientAccount(patient)] }
}

public struct InvoiceDraftDiscarded: EventPayload, Hashable {
    public let invoice: ID<Invoice>
    public let patient: ID<Patient>

    public static let stored = StoredType("invoice-draft-discarded")
    public static let codec = object(
        InvoiceDraftDiscarded.init(invoice:patient:), field("invoice_id", \.invoice, .id()),
        field("patient_id", \.patient, .id()))
    public var tags: [Tag] { [.invoice(invoice), .patientAccount(patient)] }
}
