public import EventSourcing
import Identifiers
public import JSON

/// The clinical or financial texts of an erased patient were sealed. The law requires the clinic to keep them, so their
/// key is not destroyed yet. But no server opens them any more, and the documents that `texts` lists lose them. When the
/// retention period is over, `PatientRecordsErased` destroys the key.
public struct PatientRecordsSealed: EventPayload, Hashable {
    /// The patient, the kind of records, and the documents whose texts were sealed.
    public let texts: PatientRecordsErased

    public static let stored = StoredType("patient-records-sealed")
    public static let codec = PatientRecordsErased.codec.map(
        { PatientRecordsSealed(texts: $0) }, { $0.texts })
    public var tags: [Tag] { texts.tags }
}

extension PatientEvent {
    /// The documents that lose their texts by the event; `nil` if no document does.
    var lostTexts: PatientRecordsErased? {
        switch self {
        case .patientRecordsErased(let erased): erased
        case .patientRecordsSealed(let sealed): sealed.texts
        case .patientRegistered, .patientDetailsChanged, .patientContactChanged, .patientErased, .patientRestrictionSet,
            .publicBookingConfirmed, .provisionalPatientAccepted, .patientMerged, .patientUnmerged:
            nil
        }
    }

    /// The keys of the documents of one kind that lose their texts by the event.
    func withoutTexts<Entity>(_ list: KeyPath<PatientRecordsErased, [ID<Entity>]>) -> [DocumentKey] {
        lostTexts?[keyPath: list].map { DocumentKey($0) } ?? []
    }
}

extension ClinicEvent {
    /// Whether documents lose their texts by the event.
    var takesTexts: Bool { if case .patient(let event) = self { event.lostTexts != nil } else { false } }
}
