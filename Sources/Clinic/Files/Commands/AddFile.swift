public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The decision that records a file of a patient, after the file's content has been stored.
public struct AddFile: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case restricted
        /// The record was merged into another one, which gets the file instead.
        case merged(into: ID<Patient>)
        /// A receptionist may not add a file of this category.
        case clinicalCategory
        case tooManyFiles
        case tooManyBytes

        public var problem: Problem {
            switch self {
            case .unknownPatient: .notFound
            case .restricted: Problem(.restrictedRecord)
            case .merged(let survivor): .patientMerged(into: survivor)
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

    /// Checks whether a file may be added, before or after its content has been stored. The limits are for the files of both
    /// records of a person.
    public static func check(
        _ draft: FileDraft, by reader: RecordReader, within limits: FileLimits,
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Rejection) {
        guard reader.seesClinicalFiles || draft.category.isForReception else { throw .clinicalCategory }
        guard model[.registration(of: draft.patient)].isCurrent else { throw .unknownPatient }
        guard reader.access(to: draft.patient, &model, at: now) != .refused else { throw .restricted }
        if let survivor = model.survivor(ofOneOf: [draft.patient]) { throw .merged(into: survivor) }
        let files = model.records(ofPersonWith: draft.patient).map { model[.files(of: $0)] }
        guard files.reduce(0, { $0 + $1.count }) < limits.count else { throw .tooManyFiles }
        let room = files.reduce(limits.bytes) { $0 - $1.bytes }
        guard draft.size <= room else { throw .tooManyBytes }
    }
}

/// The properties of a file that are checked before the file is added.
public struct FileDraft: Hashable, Sendable {
    public let patient: ID<Patient>
    public let category: FileCategory
    /// The size of the file's content in bytes; before the content has arrived, the declared size, or 1 if none was
    /// declared.
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
