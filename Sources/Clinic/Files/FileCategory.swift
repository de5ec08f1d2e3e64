/// A type that only distinguishes the ids of patients' files, `ID<PatientFile>`, from other ids. A file is a document
/// or an image such as an X-ray image.
public enum PatientFile {}

/// The category of a patient's file, by the file's use.
public enum FileCategory: String, CaseIterable, Hashable, Sendable {
    case xRay = "x_ray"
    case photo
    case scan
    case document

    /// Whether the reception, which sees no clinical records, may add and see files of this category.
    public var isForReception: Bool { self == .document }

    /// Whether patients may add files of this category. Patients see their files of all categories.
    var isForPatients: Bool { self == .photo || self == .document }
}
