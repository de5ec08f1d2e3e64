public import EventSourcing
public import Identifiers

/// The state of one clinical note without its text, for decisions.
public struct KnownNote: EventSourced {
    public enum Status: Hashable, Sendable { case draft, signed, discarded }

    public private(set) var patient: ID<Patient>?
    public private(set) var author: ID<StaffMember>?
    public private(set) var amends: ID<ClinicalNote>?
    public private(set) var status = Status.draft
    public private(set) var isShared = false
    /// The number of times that the draft's content was replaced.
    public private(set) var changes = 0
    /// The number of times that the signed note was released for its patient or withdrawn.
    public private(set) var sharings = 0
    /// The number of signed notes that amend this clinical note.
    public private(set) var amendments = 0

    public static let initial = KnownNote()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .note(let event) = recorded.event else { return }
        switch event {
        case .drafted(let drafted):
            patient = drafted.patient
            author = drafted.author
            amends = drafted.amends
            isShared = drafted.content.isShared
        case .draftChanged(let changed):
            isShared = changed.content.isShared
            changes += 1
        case .draftDiscarded: status = .discarded
        // The event that signs an amendment also has the tag of the amended note. The amended note was signed before.
        case .signed: if status == .signed { amendments += 1 } else { status = .signed }
        case .sharingSet(let set):
            isShared = set.isShared
            sharings += 1
        case .templateSaved, .templateRetired: break
        }
    }
}

/// The number of a patient's clinical notes, discarded ones included.
public struct NoteCount: EventSourced {
    public private(set) var count = 0

    public static let initial = NoteCount()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .note(.drafted) = recorded.event { count += 1 }
    }
}

extension Subject<KnownNote> {
    static func note(_ id: ID<ClinicalNote>) -> Subject<KnownNote> { Subject(.note(id)) }
}

extension Subject<NoteCount> {
    static func noteCount(of patient: ID<Patient>) -> Subject<NoteCount> { Subject(.notes(of: patient)) }
}
