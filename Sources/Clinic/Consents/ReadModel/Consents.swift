public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The read model `consent`: the consents that were presented to patients.
public enum Consents: ClinicReadModel {
    public static let table = DocumentTable("consent", key: "consent_id", .uuid)
    public static let audience = DocumentAudience.record
    public static let codec = ConsentDocument.codec

    public static let columns: [DocumentColumn<ConsentDocument>] = [
        DocumentColumn("patient_id", .uuid) { .uuid($0.patient.uuid) },
        DocumentColumn("status", .text) { .text($0.status.rawValue) },
    ]

    public static func person(of document: ConsentDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .patient(let event): event.withoutTexts(\.consents)
        case .consent(let event): event.consent.map { [DocumentKey($0.id)] } ?? []
        default: []
        }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .consent(.presented) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.consent) }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        if case .consent(.presented(let presented)) = event { [.patient(presented.consent.patient)] } else { [] }
    }

    public static func fold(
        _ document: ConsentDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> ConsentDocument? {
        var document = document
        document?.version = recorded.position
        switch recorded.event {
        case .patient(.patientRecordsErased), .patient(.patientRecordsSealed):
            document?.wording = nil
            document?.signature = nil
            document?.reason = nil
        case .consent(.presented(let event)):
            return ConsentDocument(
                id: event.consent.id, version: recorded.position, patient: event.consent.patient, status: .presented,
                template: event.template, number: event.number, appointment: event.appointment, service: event.service,
                presentedAt: recorded.recordedAt, wording: event.wording.unlessErased, signedAt: nil, isOnTablet: nil,
                guardian: nil, signature: nil, file: nil, withdrawnAt: nil, reason: nil)
        case .consent(.signed(let event)):
            document?.status = .signed
            document?.signedAt = recorded.recordedAt
            document?.isOnTablet = event.isOnTablet
            document?.guardian = event.guardian
            document?.signature = event.signature.unlessErased
            document?.file = event.file
        case .consent(.withdrawn(let event)):
            document?.status = .withdrawn
            document?.withdrawnAt = recorded.recordedAt
            document?.reason = event.reason?.unlessErased
        default: break
        }
        return document
    }
}
