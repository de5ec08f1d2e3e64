public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// Records a file of a patient whose content has been stored.
public struct AddFile: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case restricted
        /// The reception or a patient may not add a file of this category.
        case categoryOfOthers
        case tooManyFiles
        case tooManyBytes

        public var problem: Problem {
            switch self {
            case .unknownPatient: .notFound
            case .restricted: Problem(.restrictedRecord)
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

    /// Checks whether a file may be added, before or after its content has been stored.
    public static func check(
        _ draft: FileDraft, by author: FileAuthor, within limits: FileLimits,
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Rejection) {
        if let refusal = author.refusal(of: draft, &model, at: now) { throw refusal }
        let files = model[.files(of: draft.patient)]
        try check(draft, besides: files.all, within: limits)
        if author.isPatient { try check(draft, besides: files.byPatients, within: limits.ofPatients) }
    }

    private static func check(
        _ draft: FileDraft, besides files: FileAmount, within limits: FileLimits
    ) throws(Rejection) {
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
        means: """
            The patient's files, or the clinic's, are as many or as large as the server allows. Files that patients add take half \
            of the patient's room at most.
            """,
        remedy: "Remove files that are not needed, or ask the operator for more room.")
}
