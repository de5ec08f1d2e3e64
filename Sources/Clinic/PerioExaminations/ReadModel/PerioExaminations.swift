public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The document of a periodontal examination, with the figures that are computed from it.
public struct PerioDocument: Hashable, Sendable {
    public let id: ID<PerioExamination>
    public fileprivate(set) var version: Int64
    public let patient: ID<Patient>
    public let examinedOn: CivilDate
    /// The account that recorded the periodontal examination; `nil` if a program without a login recorded it.
    public let account: UUIDBytes?
    public fileprivate(set) var isInError: Bool
    /// The reason why the periodontal examination was entered in error; `nil` if it was not, or if the reason was
    /// erased.
    public fileprivate(set) var errorReason: Personal<String>?
    public let teeth: [PerioTooth]
    public fileprivate(set) var note: Personal<String>?
    public let figures: PerioFigures

    static let codec = object(
        PerioDocument.init(id:version:patient:examinedOn:account:isInError:errorReason:teeth:note:figures:),
        field("id", \.id, .examinationID),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        field("examined_on", \.examinedOn, .date.described("The day of the examination, by the clinic's calendar.")),
        optionalField(
            "recorded_by", \.account,
            .uuid.described(
                "The account that recorded the examination; absent if a program without a login recorded it.")),
        field("in_error", \.isInError, .bool.described("Whether the examination was entered in error.")),
        optionalField(
            "error_reason", \.errorReason,
            .personal(.clinical, .prose(max: 500)).described(
                "Why the examination was entered in error; absent if it was not, or if the reason was erased.")),
        field("teeth", \.teeth, .perioTeeth),
        optionalField("note", \.note, .findingNote),
        field("figures", \.figures, PerioFigures.codec.described("The figures that are computed from the examination."))
    ).described("A periodontal examination.").named("PerioExamination")
}

/// The read model `perio_examination`, with one row for each periodontal examination.
public enum PerioExaminations: ClinicReadModel {
    public static let table = DocumentTable("perio_examination", key: "examination_id", .uuid)
    public static let audience = DocumentAudience.record
    public static let codec = PerioDocument.codec

    public static let columns: [DocumentColumn<PerioDocument>] = [
        DocumentColumn("patient_id", .uuid) { .uuid($0.patient.uuid) },
        DocumentColumn("examined_on", .date) { .date(daysSince1970: Int32($0.examinedOn.daysSince1970)) },
        DocumentColumn("in_error", .boolean) { .bool($0.isInError) },
    ]

    public static func person(of document: PerioDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .patient(let event): event.withoutTexts(\.examinations)
        case .perio(let event): [DocumentKey(event.examination)]
        default: []
        }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .perio(.examined) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.perioExamination) }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        if case .perio(.examined(let examined)) = event { [.patient(examined.patient)] } else { [] }
    }

    public static func fold(
        _ document: PerioDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> PerioDocument? {
        var document = document
        document?.version = recorded.position
        switch recorded.event {
        case .perio(.examined(let event)):
            return PerioDocument(
                id: event.examination, version: recorded.position, patient: event.patient,
                examinedOn: event.examinedOn, account: recorded.actor.account, isInError: false, errorReason: nil,
                teeth: event.teeth, note: event.note?.unlessErased, figures: PerioFigures(of: event.teeth))
        case .perio(.enteredInError(let event)):
            document?.isInError = true
            document?.errorReason = event.reason.unlessErased
        case .patient(.patientRecordsErased), .patient(.patientRecordsSealed):
            document?.note = nil
            document?.errorReason = nil
        default: break
        }
        return document
    }
}

extension DocumentAnswer {
    static func perioExamination(_ id: ID<PerioExamination>, location: String? = nil) -> DocumentAnswer {
        DocumentAnswer(PerioExaminations.self, DocumentKey(id), location: location)
    }
}
