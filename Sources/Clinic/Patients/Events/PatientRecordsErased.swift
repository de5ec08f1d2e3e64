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
    /// The appointments whose texts were erased.
    public let appointments: [ID<Appointment>]
    public let invoices: [ID<Invoice>]
    public let payments: [ID<Payment>]
    public let emergencies: [ID<EmergencyAccess>]
    public let creditNotes: [ID<CreditNote>]
    public let drafts: [ID<Invoice>]
    public let coverages: [ID<Coverage>]
    public let claims: [ID<InsuranceClaim>]
    /// The patient's files whose content cannot be read any more.
    public let files: [ID<PatientFile>]
    /// The treatment plans whose texts were erased.
    public let plans: [ID<TreatmentPlan>]
    /// The periodontal examinations whose notes were erased.
    public let examinations: [ID<PerioExamination>]
    /// The entries of the patient's chart whose texts were erased.
    public let allergies: [ID<Allergy>]
    public let conditions: [ID<Condition>]
    public let medications: [ID<Medication>]
    public let notes: [ID<ClinicalNote>]
    public let prescriptions: [ID<Prescription>]
    public let historyForms: [ID<HistoryForm>]
    public let consents: [ID<Consent>]

    public static let stored = StoredType("patient-records-erased")
    public static let codec = object(
        PatientRecordsErased.make(
            patient:records:appointments:invoices:payments:emergenciesIfAny:creditNotesIfAny:draftsIfAny:
            coveragesIfAny:claimsIfAny:filesIfAny:plansIfAny:
            examinationsIfAny:allergiesIfAny:conditionsIfAny:medicationsIfAny:notesIfAny:prescriptionsIfAny:
            historyFormsIfAny:consentsIfAny:),
        field("patient_id", \.patient, .id()), field("records", \.records, .stringEnum),
        field("appointments", \.appointments, .array(.id())), field("invoices", \.invoices, .array(.id())),
        field("payments", \.payments, .array(.id())),
        optionalField("emergencies", \.emergenciesIfAny, .array(.id())),
        optionalField("credit_notes", \.creditNotesIfAny, .array(.id())),
        optionalField("invoice_drafts", \.draftsIfAny, .array(.id())),
        optionalField("coverages", \.coveragesIfAny, .array(.id())),
        optionalField("claims", \.claimsIfAny, .array(.id())),
        optionalField("files", \.filesIfAny, .array(.id())),
        optionalField("treatment_plans", \.plansIfAny, .array(.id())),
        optionalField("perio_examinations", \.examinationsIfAny, .array(.id())),
        optionalField("allergies", \.allergiesIfAny, .array(.id())),
        optionalField("conditions", \.conditionsIfAny, .array(.id())),
        optionalField("medications", \.medicationsIfAny, .array(.id())),
        optionalField("notes", \.notesIfAny, .array(.id())),
        optionalField("prescriptions", \.prescriptionsIfAny, .array(.id())),
        optionalField("history_forms", \.historyFormsIfAny, .array(.id())),
        optionalField("consents", \.consentsIfAny, .array(.id())))
    public var tags: [Tag] { [.patient(patient)] }

    /// The emergency accesses whose reasons were erased; `nil` for most patients, and in events from before emergency
    /// access existed.
    private var emergenciesIfAny: [ID<EmergencyAccess>]? { emergencies.isEmpty ? nil : emergencies }

    /// The credit notes whose reasons were erased; `nil` for most patients.
    private var creditNotesIfAny: [ID<CreditNote>]? { creditNotes.isEmpty ? nil : creditNotes }

    private var draftsIfAny: [ID<Invoice>]? { drafts.isEmpty ? nil : drafts }
    private var coveragesIfAny: [ID<Coverage>]? { coverages.isEmpty ? nil : coverages }
    private var claimsIfAny: [ID<InsuranceClaim>]? { claims.isEmpty ? nil : claims }
    private var filesIfAny: [ID<PatientFile>]? { files.isEmpty ? nil : files }
    private var plansIfAny: [ID<TreatmentPlan>]? { plans.isEmpty ? nil : plans }
    private var examinationsIfAny: [ID<PerioExamination>]? { examinations.isEmpty ? nil : examinations }
    private var allergiesIfAny: [ID<Allergy>]? { allergies.isEmpty ? nil : allergies }
    private var conditionsIfAny: [ID<Condition>]? { conditions.isEmpty ? nil : conditions }
    private var medicationsIfAny: [ID<Medication>]? { medications.isEmpty ? nil : medications }
    private var notesIfAny: [ID<ClinicalNote>]? { notes.isEmpty ? nil : notes }
    private var prescriptionsIfAny: [ID<Prescription>]? { prescriptions.isEmpty ? nil : prescriptions }
    private var historyFormsIfAny: [ID<HistoryForm>]? { historyForms.isEmpty ? nil : historyForms }
    private var consentsIfAny: [ID<Consent>]? { consents.isEmpty ? nil : consents }

    private static func make(
        patient: ID<Patient>, records: Records, appointments: [ID<Appointment>], invoices: [ID<Invoice>],
        payments: [ID<Payment>], emergenciesIfAny: [ID<EmergencyAccess>]?, creditNotesIfAny: [ID<CreditNote>]?,
        draftsIfAny: [ID<Invoice>]?, coveragesIfAny: [ID<Coverage>]?, claimsIfAny: [ID<InsuranceClaim>]?,
        filesIfAny: [ID<PatientFile>]?, plansIfAny: [ID<TreatmentPlan>]?, examinationsIfAny: [ID<PerioExamination>]?,
        allergiesIfAny: [ID<Allergy>]?, conditionsIfAny: [ID<Condition>]?,
        medicationsIfAny: [ID<Medication>]?, notesIfAny: [ID<ClinicalNote>]?, prescriptionsIfAny: [ID<Prescription>]?,
        historyFormsIfAny: [ID<HistoryForm>]?, consentsIfAny: [ID<Consent>]?
    ) -> PatientRecordsErased {
        PatientRecordsErased(
            patient: patient, records: records, appointments: appointments, invoices: invoices, payments: payments,
            emergencies: emergenciesIfAny ?? [], creditNotes: creditNotesIfAny ?? [],
            drafts: draftsIfAny ?? [], coverages: coveragesIfAny ?? [], claims: claimsIfAny ?? [],
            files: filesIfAny ?? [], plans: plansIfAny ?? [], examinations: examinationsIfAny ?? [],
            allergies: allergiesIfAny ?? [], conditions: conditionsIfAny ?? [],
            medications: medicationsIfAny ?? [], notes: notesIfAny ?? [], prescriptions: prescriptionsIfAny ?? [],
            historyForms: historyFormsIfAny ?? [], consents: consentsIfAny ?? [])
    }
}
