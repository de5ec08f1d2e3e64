public import EventSourcing
public import JSON
import SQL

/// One row per patient: the staff's document, the patient's own, the card for lists, and what they are found by.
public enum Patients: Projection {
    public static let table = DocumentTable("patient", key: "patient_id", .uuid)
    public static let codec = PatientDocument.codec

    public static let columns = [
        DocumentColumn<PatientDocument>("own_document", .json) { .json(PatientDocument.codec.bytes($0.forPatient)) },
        DocumentColumn<PatientDocument>("card", .json) { .json(PatientCard.codec.bytes(PatientCard($0))) },
        DocumentColumn<PatientDocument>("sort_name", .text) {
            .text(FoldedText.sortKey([$0.details.family.value, $0.details.given.value]))
        },
        DocumentColumn<PatientDocument>("search_terms", .text) { .text($0.details.searchTerms.joined(separator: " ")) },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .patient(let event) = event { [DocumentKey(event.patient)] } else { [] }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .patient(.patientRegistered) = event { true } else { false }
    }

    public static func fold(
        _ document: PatientDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> PatientDocument? {
        guard case .patient(let event) = recorded.event else { return document }
        var document = document
        document?.version = recorded.position
        switch event {
        case .patientRegistered(let registered):
            return PatientDocument(
                id: registered.patient, version: recorded.position, details: registered.details,
                registeredAt: recorded.recordedAt)
        case .patientDetailsChanged(let changed): document?.details = changed.details
        case .patientContactChanged(let changed): document?.details.contact = changed.contact
        }
        return document
    }
}

extension PatientDetails {
    var searchTerms: [String] {
        PatientTerms.of(
            given: given.value, family: family.value, phone: contact.phone?.value, birthDate: birthDate.value)
    }
}
