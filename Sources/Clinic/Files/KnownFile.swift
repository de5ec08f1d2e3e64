public import EventSourcing
public import Identifiers

/// The state of one file for decisions: whose it is, who may see it, and whether it still has its content.
public struct KnownFile: EventSourced {
    public private(set) var patient: ID<Patient>?
    public private(set) var category = FileCategory.xRay
    public private(set) var isRemoved = false

    public static let initial = KnownFile()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        switch recorded.event {
        case .file(.added(let added)):
            patient = added.patient
            category = added.category
        case .file(.removed): isRemoved = true
        default: break
        }
    }
}

/// The number and the size of a patient's files, removed ones included, for the limits of both.
public struct PatientFiles: EventSourced {
    public private(set) var count = 0
    /// The size of the files that were not removed, in bytes.
    public private(set) var bytes: Int64 = 0
    private var sizes: [ID<PatientFile>: Int64] = [:]

    public static let initial = PatientFiles()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        switch recorded.event {
        case .file(.added(let added)):
            count += 1
            sizes[added.file] = added.size
            bytes += added.size
        case .file(.removed(let removed)): bytes -= sizes.removeValue(forKey: removed.file) ?? 0
        default: break
        }
    }
}

extension Subject<KnownFile> {
    public static func file(_ id: ID<PatientFile>) -> Subject<KnownFile> { Subject(.file(id)) }
}

extension Subject<PatientFiles> {
    public static func files(of patient: ID<Patient>) -> Subject<PatientFiles> { Subject(.patientFiles(patient)) }
}
