public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The read model of patients. A row has the document for the staff, the rendering for the patient, the card for lists,
/// the rendering for staff who may not open a restricted record, and the search terms.
public enum Patients: ClinicReadModel {
    public static let table = DocumentTable("patient", key: "patient_id", .uuid)
    public static let audience = DocumentAudience.allStaff
    public static let codec = PatientDocument.codec

    public static let columns = [
        DocumentColumn<PatientDocument>("own_document", .json) { .json(PatientDocument.codec.bytes($0.forPatient)) },
        DocumentColumn<PatientDocument>("card", .json) { .json(PatientCard.codec.bytes(PatientCard($0))) },
        DocumentColumn<PatientDocument>("sort_name", .text) {
            .text($0.details?.sortName ?? nameOfNobody)
        },
        DocumentColumn<PatientDocument>("search_terms", .text) {
            .text((($0.isRestricted ? $0.forOthers : $0).details?.searchTerms ?? []).joined(separator: " "))
        },
        DocumentColumn<PatientDocument>("restricted_document", .json) {
            $0.isRestricted ? .json(PatientDocument.codec.bytes($0.forOthers)) : .null(.json)
        },
        DocumentColumn<PatientDocument>("merged_into", .uuid) { $0.mergedInto?.bind ?? .null(.uuid) },
    ]

    /// The sort key of erased patients. No other patient has this key, and lists of all patients leave out the rows
    /// with it.
    static let nameOfNobody = ""

    public static func person(of document: PatientDocument) -> UUIDBytes? { document.id.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .patient(let event) = event { event.records.map { DocumentKey($0) } } else { [] }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .patient(.patientRegistered) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.patient) }

    public static func fold(
        _ document: PatientDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> PatientDocument? {
        guard case .patient(let event) = recorded.event else { return document }
        var document = document
        document?.version = recorded.position
        switch event {
        case .patientRegistered(let registered):
            return PatientDocument(
                id: registered.patient, version: recorded.position, details: registered.details.unlessErased,
                registeredAt: recorded.recordedAt, erasedAt: nil)
        case .patientDetailsChanged(let changed): document?.details = changed.details.unlessErased
        case .patientContactChanged(let changed): document?.details?.contact = changed.contact
        case .patientErased:
            document?.details = nil
            document?.erasedAt = recorded.recordedAt
            document?.isRestricted = false
            document?.isProvisional = false
        case .patientRestrictionSet(let set): document?.isRestricted = set.restricted
        case .publicBookingConfirmed: document?.isProvisional = true
        case .provisionalPatientAccepted: document?.isProvisional = false
        case .patientMerged(let merged):
            if key == DocumentKey(merged.patient) {
                document?.mergedInto = merged.into
            } else {
                document?.mergedRecords = [merged.patient]
            }
        case .patientUnmerged:
            document?.mergedInto = nil
            document?.mergedRecords = []
        case .patientRecordsErased, .patientRecordsSealed: break
        }
        return document
    }
}

extension PatientDetails {
    var searchTerms: [String] {
        guard let given = given.value, let family = family.value, let birthDate = birthDate.value else { return [] }
        return PatientTerms.of(given: given, family: family, phone: contact.phone?.value, birthDate: birthDate)
    }

    /// The patient's name for sorting, family name first.
    var sortName: String? {
        guard let given = given.value, let family = family.value else { return nil }
        return FoldedText.sortKey([family, given])
    }
}
