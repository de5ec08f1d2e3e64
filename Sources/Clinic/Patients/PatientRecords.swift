public import EventSourcing
public import Identifiers

/// A patient's clinical or financial records, and the time of the latest of them.
public struct PatientRecords: EventSourced {
    public private(set) var appointments: [ID<Appointment>] = []
    public private(set) var invoices: [ID<Invoice>] = []
    public private(set) var payments: [ID<Payment>] = []
    public private(set) var emergencies: [ID<EmergencyAccess>] = []
    /// The time of the latest record; `nil` if there is none.
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
            happened(recorded.recordedAt)
        case .billing(.paymentRecorded(let event)):
            add(event.payment, to: \.payments)
            happened(recorded.recordedAt)
        case .billing: happened(recorded.recordedAt)
        case .emergency(.glassBroken(let event)):
            add(event.access, to: \.emergencies)
            happened(recorded.recordedAt)
        case .profile, .service, .chair, .staff, .patient, .guardian, .hold, .quarantined: break
        }
    }

    private mutating func add<Entity>(_ id: ID<Entity>, to list: WritableKeyPath<PatientRecords, [ID<Entity>]>) {
        if !self[keyPath: list].contains(id) { self[keyPath: list].append(id) }
    }

    private mutating func happened(_ instant: Instant) { latest = latest.map { max($0, instant) } ?? instant }
}

extension Subject<PatientRecords> {
    /// The records of a patient's appointments.
    static func visits(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.patientYears(patient)) }
    /// The records of emergency accesses to the patient's restricted record.
    static func emergencies(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.patient(patient)) }
    /// The records of a patient's invoices and payments.
    static func books(of patient: ID<Patient>) -> Subject<PatientRecords> { Subject(.patientAccount(patient)) }
}
