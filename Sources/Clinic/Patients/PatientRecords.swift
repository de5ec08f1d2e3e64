public import EventSourcing
public import Identifiers

/// The ids of a patient's clinical or financial records, such as appointments or invoices, and the time of the latest
/// event about them or end of an appointment.
public struct PatientRecords: EventSourced {
    public private(set) var appointments: [ID<Appointment>] = []
    public private(set) var invoices: [ID<Invoice>] = []
    public private(set) var payments: [ID<Payment>] = []
    public private(set) var drafts: [ID<Invoice>] = []
    /// The drafts that are neither issued nor discarded.
    public private(set) var openDrafts: [ID<Invoice>] = []
    public private(set) var creditNotes: [ID<CreditNote>] = []
    public private(set) var coverages: [ID<Coverage>] = []
    public private(set) var claims: [ID<InsuranceClaim>] = []
    public private(set) var emergencies: [ID<EmergencyAccess>] = []
    public private(set) var files: [ID<PatientFile>] = []
    /// The time of the latest event about the patient's records, or the end of an appointment if that is later; `nil`
    /// if there are no records.
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
        case .profile, .service, .chair, .staff, .patient, .guardian, .block, .hold, .waitlist, .recall, .series,
            .drawer, .family, .recovery, .quarantined:
            break
        }
    }

    private mutating func add<Entity>(_ id: ID<Entity>, to list: WritableKeyPath<PatientRecords, [ID<Entity>]>) {
        if !self[keyPath: list].contains(id) { self[keyPath: list].append(id) }
    }

    private mutating func happened(_ instant: Instant) { latest = latest.map { max($0, instant) } ?? instant }
}

extension Subject<PatientRecords> {
    /// The subject that folds to the ids of a patient's appointments, and the time of the latest event about them or
    /// end of one.
    static func visits(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.patientYears(patient)) }
    /// The subject that folds to the ids of the emergency accesses to a patient's restricted record, and the time of
    /// the latest one.
    static func emergencies(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.patient(patient)) }
    /// The subject that folds to the ids of a patient's files, and the time of the latest event about them.
    static func storedFiles(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.patientFiles(patient)) }
    /// The subject that folds to the ids of a patient's invoices, drafts, payments, credit notes, coverages and
    /// claims, and the time of the latest event about them.
    static func books(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.patientAccount(patient)) }
}
