public import EventSourcing
public import Identifiers

/// The ids of a patient's clinical or financial records, such as appointments or invoices, and the later of two times:
/// the latest event about these records, and the latest end of an appointment.
public struct PatientRecords: EventSourced {
    public private(set) var appointments: [ID<Appointment>] = []
    public private(set) var invoices: [ID<Invoice>] = []
    public private(set) var payments: [ID<Payment>] = []
    public private(set) var drafts: [ID<Invoice>] = []
    /// The patient's drafts of invoices that are neither issued nor discarded.
    public private(set) var openDrafts: [ID<Invoice>] = []
    public private(set) var creditNotes: [ID<CreditNote>] = []
    public private(set) var coverages: [ID<Coverage>] = []
    public private(set) var claims: [ID<InsuranceClaim>] = []
    public private(set) var emergencies: [ID<EmergencyAccess>] = []
    public private(set) var files: [ID<PatientFile>] = []
    public private(set) var plans: [ID<TreatmentPlan>] = []
    public private(set) var examinations: [ID<PerioExamination>] = []
    public private(set) var allergies: [ID<Allergy>] = []
    public private(set) var conditions: [ID<Condition>] = []
    public private(set) var medications: [ID<Medication>] = []
    public private(set) var notes: [ID<ClinicalNote>] = []
    public private(set) var prescriptions: [ID<Prescription>] = []
    public private(set) var historyForms: [ID<HistoryForm>] = []
    public private(set) var consents: [ID<Consent>] = []
    /// The time of the latest event about the patient's records, or the latest end of an appointment if that is later;
    /// `nil` if there are no records.
    public private(set) var latest: Instant?

    public static let initial = PatientRecords()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        switch recorded.event {
        case .appointment(let event):
            add(event.visit.appointment, to: \.appointments)
            happened(max(recorded.recordedAt, event.visit.place.slot.end))
        case .billing(.invoiceIssued(let event)):
            add(event.invoice, to: \.invoices)
            openDrafts.removeAll { $0 == event.invoice }
            happened(recorded.recordedAt)
        case .billing(.paymentRecorded(let event)):
            add(event.payment, to: \.payments)
            happened(recorded.recordedAt)
        case .draft(let event):
            add(event.invoice, to: \.drafts)
            openDrafts.removeAll { $0 == event.invoice }
            if case .saved = event { openDrafts.append(event.invoice) }
            happened(recorded.recordedAt)
        case .billing(.creditNoteIssued(let event)):
            add(event.creditNote, to: \.creditNotes)
            happened(recorded.recordedAt)
        case .billing: happened(recorded.recordedAt)
        case .insurance(.coverageRecorded(let event)):
            add(event.coverage, to: \.coverages)
            happened(recorded.recordedAt)
        case .insurance(let event):
            if let claim = event.claim { add(claim.id, to: \.claims) }
            happened(recorded.recordedAt)
        case .emergency(.glassBroken(let event)):
            add(event.access, to: \.emergencies)
            happened(recorded.recordedAt)
        case .file(let event):
            add(event.file, to: \.files)
            happened(recorded.recordedAt)
        case .treatment(let event):
            add(event.plan, to: \.plans)
            happened(recorded.recordedAt)
        case .finding: happened(recorded.recordedAt)
        case .perio(let event):
            add(event.examination, to: \.examinations)
            happened(recorded.recordedAt)
        case .chart(let event):
            switch event.entry.kind {
            case .allergy: add(ID(event.entry.uuid), to: \.allergies)
            case .condition: add(ID(event.entry.uuid), to: \.conditions)
            case .medication: add(ID(event.entry.uuid), to: \.medications)
            }
            happened(recorded.recordedAt)
        case .note(.drafted(let event)):
            add(event.note, to: \.notes)
            happened(recorded.recordedAt)
        case .note: happened(recorded.recordedAt)
        case .prescription(let event):
            add(event.prescription.id, to: \.prescriptions)
            happened(recorded.recordedAt)
        case .historyForm(.filled(let event)):
            add(event.form, to: \.historyForms)
            happened(recorded.recordedAt)
        case .consent(let event):
            guard let consent = event.consent else { break }
            add(consent.id, to: \.consents)
            happened(recorded.recordedAt)
        case .profile, .service, .chair, .staff, .patient, .guardian, .block, .hold, .waitlist, .recall, .series,
            .drawer, .family, .recovery, .vitals, .historyForm, .message, .notification, .quarantined:
            break
        }
    }

    private mutating func add<Entity>(_ id: ID<Entity>, to list: WritableKeyPath<PatientRecords, [ID<Entity>]>) {
        if !self[keyPath: list].contains(id) { self[keyPath: list].append(id) }
    }

    private mutating func happened(_ instant: Instant) { latest = latest.map { max($0, instant) } ?? instant }
}

extension Subject<PatientRecords> {
    /// The subject whose state has the ids of a patient's appointments, and the time of the latest event about an
    /// appointment, or the latest end of an appointment if that is later.
    static func visits(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.patientYears(patient)) }
    /// The subject whose state has the ids of the emergency accesses to a patient's restricted record, and the time of
    /// the latest access.
    static func emergencies(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.patient(patient)) }
    /// The subject whose state has the ids of a patient's files, and the time of the latest event about them.
    static func storedFiles(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.patientFiles(patient)) }
    /// The subject whose state has the ids of a patient's treatment plans, and the time of the latest event about them.
    static func plans(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.patientPlans(patient)) }
    /// The subject whose state has the ids of a patient's periodontal examinations, and the time of the latest event
    /// about them.
    static func perioRecords(of patient: ID<Patient>) -> Subject<PatientRecords> {
        Subject(.perioExaminations(of: patient))
    }
    /// The subject whose state has the time of the latest event about a patient's dental chart.
    static func charts(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.dentalChart(patient)) }
    /// The subject whose state has the ids of the entries in a patient's chart, and the time of the latest event about
    /// them.
    static func chartEntries(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.chart(of: patient)) }
    /// The subject whose state has the ids of a patient's clinical notes, and the time of the last draft or signature.
    static func writtenNotes(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.notes(of: patient)) }
    /// The subject whose state has the ids of a patient's prescriptions, and the time of the latest event about them.
    static func prescribed(to patient: ID<Patient>) -> Subject<PatientRecords> {
        Subject(.prescriptions(of: patient))
    }
    /// The subject whose state has the ids of a patient's medical history forms, and the time of the latest form.
    static func filledForms(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.historyForms(of: patient)) }
    /// The subject whose state has the ids of a patient's consents, and the time of the latest event about them.
    static func givenConsents(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.consents(of: patient)) }
    /// The subject whose state has the ids of a patient's invoices, drafts, payments, credit notes, coverages and
    /// claims, and the time of the latest event about them.
    static func books(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.patientAccount(patient)) }
}
