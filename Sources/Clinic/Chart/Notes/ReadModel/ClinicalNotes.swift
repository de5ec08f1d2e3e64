public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The status of a clinical note.
public enum NoteStatus: String, CaseIterable, Hashable, Sendable {
    case draft, signed, amended, discarded
}

/// The document of a clinical note.
public struct NoteDocument: Hashable, Sendable {
    public let id: ID<ClinicalNote>
    public fileprivate(set) var version: Int64
    public let patient: ID<Patient>
    public let author: ID<StaffMember>
    public let appointment: ID<Appointment>?
    public let amends: ID<ClinicalNote>?
    public fileprivate(set) var amendedBy: [ID<ClinicalNote>]
    public fileprivate(set) var content: NoteContent
    public fileprivate(set) var status: NoteStatus
    public let draftedAt: Instant
    public fileprivate(set) var signedAt: Instant?

    static let codec = object(
        NoteDocument.make(
            id:version:patient:author:appointment:amends:amendedBy:title:text:isShared:status:draftedAt:signedAt:),
        field("id", \.id, .noteID),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        field("author_id", \.author, .id().described("The member of staff who wrote the note.")),
        optionalField(
            "appointment_id", \.appointment, .id().described("The appointment that the note is about; absent: none.")),
        optionalField("amends_id", \.amends, .id().described("The note that this note amends; absent: none.")),
        field("amended_by", \.amendedBy, .array(.id()).described("The signed notes that amend this note.")),
        field("title", \.content.title, .noteTitle),
        field("text", \.content.text, .noteText),
        field("shared_with_patient", \.content.isShared, .sharedNote),
        field(
            "status", \.status,
            .stringEnum.described(
                """
                `draft`: only the author sees the note. `signed`: its content cannot change. `amended`: it is signed, \
                and a signed note amends it. `discarded`: the author discarded the draft.
                """
            )),
        field("drafted_at", \.draftedAt, .instant.described("When the draft was made, in UTC.")),
        optionalField(
            "signed_at", \.signedAt, .instant.described("When the note was signed, in UTC; absent if it is not signed.")
        )
    ).described("A clinical note about a patient.").named("ClinicalNote")

    private static func make(
        id: ID<ClinicalNote>, version: Int64, patient: ID<Patient>, author: ID<StaffMember>,
        appointment: ID<Appointment>?, amends: ID<ClinicalNote>?, amendedBy: [ID<ClinicalNote>],
        title: Personal<String>, text: Personal<String>, isShared: Bool, status: NoteStatus, draftedAt: Instant,
        signedAt: Instant?
    ) -> NoteDocument {
        NoteDocument(
            id: id, version: version, patient: patient, author: author, appointment: appointment, amends: amends,
            amendedBy: amendedBy, content: NoteContent(title: title, text: text, isShared: isShared), status: status,
            draftedAt: draftedAt, signedAt: signedAt)
    }

    fileprivate mutating func eraseContent() {
        content = NoteContent(title: .erased, text: .erased, isShared: content.isShared)
    }
}

/// The read model `note`: the clinical notes of patients, drafts and discarded drafts included.
public enum ClinicalNotes: ClinicReadModel {
    public static let table = DocumentTable("note", key: "note_id", .uuid)
    public static let audience = DocumentAudience.record
    public static let codec = NoteDocument.codec

    public static let columns: [DocumentColumn<NoteDocument>] = [
        DocumentColumn("patient_id", .uuid) { $0.patient.bind },
        DocumentColumn("author_id", .uuid) { $0.author.bind },
        DocumentColumn("status", .text) { .text($0.status.rawValue) },
        DocumentColumn("shared", .boolean) { .bool($0.content.isShared && $0.signedAt != nil) },
    ]

    public static func person(of document: NoteDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .patient(let event): event.withoutTexts(\.notes)
        case .note(.signed(let event)): [event.note, event.amends].compactMap { $0 }.map { DocumentKey($0) }
        case .note(let event): event.note.map { [DocumentKey($0)] } ?? []
        default: []
        }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .note(.drafted) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.note) }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        if case .note(.drafted(let drafted)) = event { [.patient(drafted.patient)] } else { [] }
    }

    public static func fold(
        _ document: NoteDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> NoteDocument? {
        var document = document
        document?.version = recorded.position
        switch recorded.event {
        case .patient(.patientRecordsErased), .patient(.patientRecordsSealed): document?.eraseContent()
        case .note(.drafted(let event)):
            return NoteDocument(
                id: event.note, version: recorded.position, patient: event.patient, author: event.author,
                appointment: event.appointment, amends: event.amends, amendedBy: [], content: event.content,
                status: .draft, draftedAt: recorded.recordedAt, signedAt: nil)
        case .note(.draftChanged(let event)): document?.content = event.content
        case .note(.draftDiscarded):
            document?.status = .discarded
            document?.eraseContent()
        case .note(.signed(let event)):
            if key == DocumentKey(event.note) {
                document?.status = .signed
                document?.signedAt = recorded.recordedAt
            } else {
                document?.status = .amended
                document?.amendedBy.append(event.note)
            }
        case .note(.sharingSet(let event)):
            document?.content.isShared = event.isShared
        default: break
        }
        return document
    }
}

extension DocumentAnswer {
    static func note(_ id: ID<ClinicalNote>, location: String? = nil) -> DocumentAnswer {
        DocumentAnswer(ClinicalNotes.self, DocumentKey(id), location: location)
    }
}
