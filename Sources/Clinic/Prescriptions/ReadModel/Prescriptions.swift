public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The read model `prescription`: the prescriptions of patients. The status of a prescription whose last valid day is
/// over is stored as `active`, and queries show it as `expired`.
public enum Prescriptions: ClinicReadModel {
    public static let table = DocumentTable("prescription", key: "prescription_id", .uuid)
    public static let audience = DocumentAudience.record
    public static let codec = PrescriptionDocument.codec

    public static let columns: [DocumentColumn<PrescriptionDocument>] = [
        DocumentColumn("patient_id", .uuid) { .uuid($0.patient.uuid) },
        DocumentColumn("doctor_id", .uuid) { .uuid($0.doctor.uuid) },
        DocumentColumn("status", .text) { .text($0.status.rawValue) },
        DocumentColumn("valid_until", .date) { $0.validUntil.bind },
    ]

    public static func person(of document: PrescriptionDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .patient(let event): event.withoutTexts(\.prescriptions)
        case .prescription(let event): [DocumentKey(event.prescription.id)]
        default: []
        }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .prescription(.issued) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.prescription) }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        if case .prescription(.issued(let issued)) = event { [.patient(issued.prescription.patient)] } else { [] }
    }

    public static func fold(
        _ document: PrescriptionDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> PrescriptionDocument? {
        var document = document
        document?.version = recorded.position
        switch recorded.event {
        case .patient(.patientRecordsErased), .patient(.patientRecordsSealed):
            document?.medication = nil
            document?.override = nil
            if let end = document?.end { document?.end = .init(endedAt: end.endedAt, reason: nil) }
        case .prescription(.issued(let event)):
            return PrescriptionDocument(
                id: event.prescription.id, version: recorded.position, patient: event.prescription.patient,
                doctor: event.doctor, status: .active, issuedAt: recorded.recordedAt,
                issuedOn: event.prescription.issuedOn, validUntil: event.validUntil,
                medication: event.medication.unlessErased, refills: event.refills, dispensings: [],
                override: event.override?.unlessErased, end: nil)
        case .prescription(.dispensed(let event)):
            document?.dispensings.append(.init(number: event.number, dispensedAt: recorded.recordedAt))
            if let known = document, known.dispensings.count > known.refills { document?.status = .completed }
        case .prescription(.ended(let event)):
            document?.status = event.end.status
            document?.end = .init(endedAt: recorded.recordedAt, reason: event.reason.unlessErased)
        default: break
        }
        return document
    }
}
