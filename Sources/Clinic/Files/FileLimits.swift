/// The limits for the files of one patient.
public struct FileLimits: Hashable, Sendable {
    /// The maximum number of a patient's files, removed ones included. It bounds the number of events that the decision
    /// to add a file reads.
    public let count: Int
    /// The maximum size of all files of a patient that are not removed, in bytes.
    public let bytes: Int64

    public init(count: Int = 2_000, bytes: Int64) {
        self.count = count
        self.bytes = bytes
    }

    /// The limits for the files that were added by the patient or a guardian. They are half of the limits for all
    /// files, so the other half stays for the clinic.
    var ofPatients: FileLimits { FileLimits(count: count / 2, bytes: bytes / 2) }
}
