public import EventSourcing
public import Identifiers
public import JSON

/// The time is over for which the law wants what was written about a patient's treatment, or about their money, to be kept;
/// with this event went the key to it. That there were appointments and payments stays.
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
    /// Whose texts they were.
    public let appointments: [ID<Appointment>]
    public let invoices: [ID<Invoice>]
    public let payments: [ID<Payment>]
    public let emergencies: [ID<EmergencyAccess>]

    public static let stored = StoredType("patient-records-erased")
    public static let codec = object(
        PatientRecordsErased.make, field("patient_id", \.patient, .id()), field("records", \.records, .stringEnum),
        field("appointments", \.appointments, .array(.id())), field("invoices", \.invoices, .array(.id())),
        field("payments", \.payments, .array(.id())),
        optionalField("emergencies", \.emergenciesIfAny, .array(.id())))
    public var tags: [Tag] { [.patient(patient)] }

    /// Absent from the events of most patients, and from all that were stored when there were none.
    private var emergenciesIfAny: [ID<EmergencyAccess>]? { emergencies.isEmpty ? nil : emergencies }

    private static func make(
        patient: ID<Patient>, records: Records, appointments: [ID<Appointment>], invoices: [ID<Invoice>],
        payments: [ID<Payment>], emergencies: [ID<EmergencyAccess>]?
    ) -> PatientRecordsErased {
        PatientRecordsErased(
            patient: patient, records: records, appointments: appointments, invoices: invoices, payments: payments,
            emergencies: emergencies ?? [])
    }
}
