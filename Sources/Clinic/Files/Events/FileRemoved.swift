public import EventSourcing
public import Identifiers
public import JSON

/// A file was removed, for example since it was stored for the wrong patient. Its content is deleted; the file's
/// properties in its document stay.
public struct FileRemoved: EventPayload, Hashable {
    public let file: ID<PatientFile>
    public let patient: ID<Patient>
    public let reason: Personal<String>

    public static let stored = StoredType("file-removed")
    public static let codec = object(
        FileRemoved.init(file:patient:reason:), field("file_id", \.file, .id()),
        field("patient_id", \.patient, .id()),
        field("reason", \.reason, .personal(.clinical, .text(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.file(file), .patientFiles(patient)] }
}
