public import EventSourcing
public import Identifiers
public import JSON

/// A patient's clinical or financial texts were erased, since their retention period is over. The key that encrypts
/// them was destroyed in the transaction of this event. Appointments and payments stay.
public struct PatientRecordsErased: EventPayload, Hashable {
    public enum Records: String, CaseIterable, Hashable, Sendable {
        case clinical, financial

        var retention: Retention {
            switch self {
            case .clinical: .clinical
            case .financial: .financial
            }
        }
    }

    public let patient: ID<Patient>
    public let records: Records
    /// The appointments that the erased texts belonged to.
    public let appointments: [ID<Appointment>]
    public let invoices: [ID<Invoice>]
    public let payments: [ID<Payment>]
    public let emergencies: [ID<EmergencyAccess>]

    public static let stored = StoredType("patient-records-erased")
    public static let codec = object(
        PatientRecordsErased.make(patient:records:appointments:invoices:payments:emergenciesIfAny:),
        field("patient_id", \.patient, .id()), field("records", \.records, .stringEnum),
        field("appointments", \.appointments, .array(.id())), field("invoices", \.invoices, .array(.id())),
        field("payments", \.payments, .array(.id())),
        optionalField("emergencies", \.emergenciesIfAny, .array(.id())))
    public var tags: [Tag] { [.patient(patient)] }

    /// The emergency accesses whose reasons were erased; `nil` for most patients, and in events from before emergency
    /// access existed.
    private var emergenciesIfAny: [ID<EmergencyAccess>]? { emergencies.isEmpty ? nil : emergencies }

    private static func make(
        patient: ID<Patient>, records: Records, appointments: [ID<Appointment>], invoices: [ID<Invoice>],
        payments: [ID<Payment>], emergenciesIfAny: [ID<EmergencyAccess>]?
    ) -> PatientRecordsErased {
        PatientRecordsErased(
            patient: patient, records: records, appointments: appointments, invoices: invoices, payments: payments,
            emergencies: emergenciesIfAny ?? [])
    }
}
