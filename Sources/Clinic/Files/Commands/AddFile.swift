public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// Records a file of a patient whose content has been stored.
public struct AddFile: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case restricted
        /// The reception may not add a file of this category.
        case clinicalCategory
        case tooManyFiles
        case tooManyBytes

        public var problem: Problem {
            switch self {
            case .unknownPatient: .notFound
            case .restricted: Problem(.restrictedRecord)
            case .clinicalCategory: Problem(.forbidden)
            case .tooManyFiles, .tooManyBytes: Problem(.fileQuotaReached)
            }
        }
    }

    public let added: FileAdded
    public let reader: RecordReader
    public let limits: FileLimits

    public init(_ added: FileAdded, by reader: RecordReader, within limits: FileLimits) {
        self.added = added
        self.reader = reader
        self.limits = limits
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        try Self.check(
            FileDraft(patient: added.patient, category: added.category, size: added.size), by: reader, within: limits,
            &model, at: now)
        return [.file(.added(added))]
    }

    /// Checks whether a file may be added, before or after its content has been stored.
    public static func check(
        _ draft: FileDraft, by reader: RecordReader, within limits: FileLimits,
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Rejection) {
        guard reader.seesClinicalFiles || draft.category.isForReception else { throw .clinicalCategory }
        guard model[.registration(of: draft.patient)].isCurrent else { throw .unknownPatient }
        guard reader.access(to: draft.patient, &model, at: now) != .refused else { throw .restricted }
        let files = model[.files(of: draft.patient)]
        guard files.count < limits.count else { throw .tooManyFiles }
        guard draft.size <= limits.bytes - files.bytes else { throw .tooManyBytes }
    }
}

/// The description of a file before its content is stored.
public struct FileDraft: Hashable, Sendable {
    public let patient: ID<Patient>
    public let category: FileCategory
    /// The size of the content in bytes, or the least size that it can have.
    public let size: Int64

    public init(patient: ID<Patient>, category: FileCategory, size: Int64) {
        self.patient = patient
        self.category = category
        self.size = size
    }
}

extension Problem.Kind {
    public static let fileQuotaReached = Problem.Kind(
        "file-quota-reached", 409, "There is no room for this file",
        means: "The patient's files, or the clinic's, are as many or as large as the server allows.",
        remedy: "Remove files that are not needed, or ask the operator for more room.")
}
