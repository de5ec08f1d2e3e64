/// The entity type of `ID<PatientFile>`: a file about a patient, such as an X-ray image.
public enum PatientFile {}

/// The use of a patient's file.
public enum FileCategory: String, CaseIterable, Hashable, Sendable {
    case xRay = "x_ray"
    case photo
    case scan
    case document

    /// Whether the reception may add the file and see it, although it sees no clinical records.
    public var isForReception: Bool { self == .document }
}
