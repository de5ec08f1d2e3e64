import Endpoints
public import EventSourcing
public import Identifiers

/// The state of one file for decisions: its patient, its category, and whether it was removed.
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

/// The number of a patient's files, removed ones included, and the size of those that were not removed. Both are
/// limited.
public struct FileAmount: Hashable, Sendable {
    /// The number of a patient's files, removed ones included.
    public fileprivate(set) var count = 0
    /// The size of the files that were not removed, in bytes.
    public fileprivate(set) var bytes: Int64 = 0

    fileprivate mutating func add(_ size: Int64) {
        count += 1
        bytes += size
    }
}

/// The number and the size of a patient's files.
public struct PatientFiles: EventSourced {
    public private(set) var all = FileAmount()
    /// The number and the size of the files that were added by the patient or a guardian.
    public private(set) var byPatients = FileAmount()
    private var sizes: [ID<PatientFile>: (size: Int64, isByPatient: Bool)] = [:]

    public static let initial = PatientFiles()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        switch recorded.event {
        case .file(.added(let added)):
            let isByPatient = recorded.actor.role == Role.patient.rawValue
            sizes[added.file] = (added.size, isByPatient)
            all.add(added.size)
            if isByPatient { byPatients.add(added.size) }
        case .file(.removed(let removed)):
            guard let known = sizes.removeValue(forKey: removed.file) else { break }
            all.bytes -= known.size
            if known.isByPatient { byPatients.bytes -= known.size }
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
