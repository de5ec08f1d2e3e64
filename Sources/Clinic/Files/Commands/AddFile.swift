public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The decision that records a file of a patient, after the file's content has been stored.
public struct AddFile: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case restricted
        /// The clinic does not let guardians act for their dependants.
        case guardianMayNotWrite
        /// The record was merged into the given one, to which the file must be added instead.
        case merged(into: ID<Patient>)
        /// A receptionist or a patient may not add a file of this category.
        case categoryOfOthers
        case tooManyFiles
        case tooManyBytes

        public var problem: Problem {
            switch self {
            case .unknownPatient: .notFound
            case .restricted: Problem(.restrictedRecord)
            case .guardianMayNotWrite: Problem(.forbidden)
            case .merged(let survivor): .patientMerged(into: survivor)
            case .categoryOfOthers: Problem(.forbidden)
            case .tooManyFiles, .tooManyBytes: Problem(.fileQuotaReached)
            }
        }
    }

    public let added: FileAdded
    public let author: FileAuthor
    public let limits: FileLimits

    public init(_ added: FileAdded, by author: FileAuthor, within limits: FileLimits) {
        self.added = added
        self.author = author
        self.limits = limits
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        try Self.check(
            FileDraft(patient: added.patient, category: added.category, size: added.size), by: author, within: limits,
            &model, at: now)
        return [.file(.added(added))]
    }

    /// Checks whether a file may be added. It is called before the file's content is stored, and again afterwards. The
    /// files of all records of a person count together against the limits.
    public static func check(
        _ draft: FileDraft, by author: FileAuthor, within limits: FileLimits,
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Rejection) {
        if let refusal = author.refusal(of: draft, &model, at: now) { throw refusal }
        if let survivor = model.survivor(ofOneOf: [draft.patient]) {
            // Only the staff learn into which record a record was merged.
            throw author.isPatient ? .unknownPatient : .merged(into: survivor)
        }
        let records = model.records(ofPersonWith: draft.patient).map { model[.files(of: $0)] }
        try check(draft, besides: records.map(\.all), within: limits)
        if author.isPatient { try check(draft, besides: records.map(\.byPatients), within: limits.ofPatients) }
    }

    /// Checks whether there is room for a file besides the files of each record of a person.
    private static func check(
        _ draft: FileDraft, besides files: [FileAmount], within limits: FileLimits
    ) throws(Rejection) {
        guard files.reduce(0, { $0 + $1.count }) < limits.count else { throw .tooManyFiles }
        guard draft.size <= files.reduce(limits.bytes, { $0 - $1.bytes }) else { throw .tooManyBytes }
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
        means: """
            The patient's files, or the clinic's, are as many or as large as the server allows. Files that patients add take half \
            of the patient's room at most.
            """,
        remedy: "Remove files that are not needed, or ask the operator for more room.")
}
