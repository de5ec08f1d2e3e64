public import EventSourcing
public import Identifiers
public import JSON

/// A file about a patient was stored. The file's content is outside of the database, under the address that the event
/// contains; see `FileStore`.
public struct FileAdded: EventPayload, Hashable {
    public let file: ID<PatientFile>
    public let patient: ID<Patient>
    public let category: FileCategory
    public let type: FileType
    /// The file's name, as the person who added the file gave it.
    public let name: Personal<String>
    /// The tooth that the file shows; `nil` if the file shows several teeth or none.
    public let tooth: ToothNumber?
    /// The size of the file's content in bytes.
    public let size: Int64
    /// The SHA-256 of a file's content, in hexadecimal digits. This hash is sealed, since equal hashes would show that
    /// two patients have the same file.
    public let sha256: Personal<String>
    /// The address of the file's content: the SHA-256 of the stored, sealed bytes, in hexadecimal digits.
    public let address: String

    public init(
        file: ID<PatientFile>, patient: ID<Patient>, category: FileCategory, type: FileType, name: Personal<String>,
        tooth: ToothNumber?, size: Int64, sha256: Personal<String>, address: String
    ) {
        self.file = file
        self.patient = patient
        self.category = category
        self.type = type
        self.name = name
        self.tooth = tooth
        self.size = size
        self.sha256 = sha256
        self.address = address
    }

    /// The sizes that a file can have, in bytes. With the upper limit, the sum of all sizes of a patient's files fits
    /// in 64 bits.
    static let sizes: ClosedRange<Int64> = 1...(1 << 50)

    public static let stored = StoredType("file-added")
    public static let codec = object(
        FileAdded.init(file:patient:category:type:name:tooth:size:sha256:address:),
        field("file_id", \.file, .id()),
        field("patient_id", \.patient, .id()),
        field("category", \.category, .stringEnum),
        field("type", \.type, .stringEnum),
        field("name", \.name, .personal(.clinical, .string(max: 200))),
        optionalField("tooth", \.tooth, ToothNumber.codec),
        field("size", \.size, .int64(FileAdded.sizes)),
        field("sha256", \.sha256, .personal(.clinical, .sha256)),
        field("address", \.address, .sha256))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.file(file), .patientFiles(patient)] }
}

extension Codec where Value == String {
    /// A codec for a SHA-256 hash in hexadecimal digits.
    static var sha256: Codec {
        string(min: 64, max: 64, pattern: "^[0-9a-f]{64}$", detail: "must be 64 hexadecimal digits") { text in
            text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
        }
    }
}
