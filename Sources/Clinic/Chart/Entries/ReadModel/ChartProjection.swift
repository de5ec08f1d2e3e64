public import EventSourcing
public import Identifiers
import JSON
import SQL

/// A read model of the entries of one kind in patients' charts.
public protocol ChartProjection: ClinicReadModel where Document == ChartDocument<Facts> {
    associatedtype Facts: ChartFacts

    static var kind: ChartEntryKind { get }
    /// The facts of a chart entry of this kind; `nil` for an event that does not record such an entry.
    static func facts(in event: ChartEvent) -> Facts?
    /// The keys of the chart entries of this kind whose texts the event erases.
    static func entries(in event: PatientEvent) -> [DocumentKey]
}

extension ChartProjection {
    static var patientColumns: [DocumentColumn<Document>] {
        [
            DocumentColumn("patient_id", .uuid) { $0.patient.bind },
            DocumentColumn("status", .text) { .text($0.status.rawValue) },
        ]
    }

    static var alertColumn: DocumentColumn<Document> {
        DocumentColumn("alert", .json) { document in
            document.alert(kind).map { .json(PatientAlert.codec.bytes($0)) } ?? .null(.json)
        }
    }

    public static func person(of document: Document) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .patient(let event): entries(in: event)
        case .chart(let event): event.entry.kind == kind ? [.id(event.entry.uuid)] : []
        default: []
        }
    }

    public static func tags(of key: DocumentKey) -> [Tag] {
        if case .id(let id) = key { [ChartEntryID(kind, id).tag] } else { [] }
    }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        if case .chart(let event) = event { [.patient(event.patient)] } else { [] }
    }

    public static func fold(
        _ document: consuming Document?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> Document? {
        var document = document
        document?.version = recorded.position
        switch recorded.event {
        case .patient(.patientRecordsErased), .patient(.patientRecordsSealed): document?.erase()
        case .chart(.ended(let ended)):
            document?.status = ended.end.status
            document?.endReason = ended.reason.unlessErased
        case .chart(let event):
            guard let facts = Self.facts(in: event) else { break }
            guard document != nil else {
                return Document(
                    id: event.entry.uuid, version: recorded.position, patient: event.patient, facts: facts,
                    status: .current, recordedAt: recorded.recordedAt, recordedBy: recorded.actor.account,
                    endReason: nil)
            }
            document?.facts = facts
        default: break
        }
        return document
    }
}
