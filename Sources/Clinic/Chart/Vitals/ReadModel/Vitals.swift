public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The status of a reading of vital signs.
public enum VitalsStatus: String, CaseIterable, Hashable, Sendable {
    case current
    case enteredInError = "entered_in_error"
}

/// The document of a reading of vital signs.
public struct VitalsDocument: Hashable, Sendable {
    public let id: ID<VitalsReading>
    public fileprivate(set) var version: Int64
    public let patient: ID<Patient>
    public let measuredAt: Instant
    public let source: VitalsSource
    public let measurements: [VitalMeasurement]
    public let recordedAt: Instant
    public let by: ID<StaffMember>?
    public fileprivate(set) var status: VitalsStatus

    static let codec = object(
        VitalsDocument.init(id:version:patient:measuredAt:source:measurements:recordedAt:by:status:),
        field("id", \.id, .vitalsID),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        field("measured_at", \.measuredAt, .instant.described("When the vital signs were measured, in UTC.")),
        field(
            "source", \.source,
            .stringEnum.described(
                "`clinic`: staff recorded the vital signs. `device`: a device of the patient measured them.")),
        field("measurements", \.measurements, .array(VitalMeasurement.codec).described("The measurements.")),
        field("recorded_at", \.recordedAt, .instant.described("When the reading was recorded, in UTC.")),
        optionalField(
            "recorded_by", \.by,
            .id().described("The member of staff who recorded the reading; absent if a device recorded it.")),
        field("status", \.status, .stringEnum.described("`current`, or `entered_in_error` if the values are wrong."))
    ).described("Vital signs of a patient that were measured at one time.").named("Vitals")
}

/// The read model `vitals`: readings of vital signs, those entered in error included.
public enum Vitals: ClinicReadModel {
    public static let table = DocumentTable("vitals", key: "vitals_id", .uuid)
    public static let audience = DocumentAudience.record
    public static let codec = VitalsDocument.codec
    public static let readsPersonal = false

    public static let columns: [DocumentColumn<VitalsDocument>] = [
        DocumentColumn("patient_id", .uuid) { $0.patient.bind },
        DocumentColumn("measured_at", .timestamptz) { $0.measuredAt.bind },
        DocumentColumn("status", .text) { .text($0.status.rawValue) },
        DocumentColumn("types", .text) { document in
            .text(" " + document.measurements.map { $0.type.rawValue + " " }.joined())
        },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .vitals(let event) = event { [DocumentKey(event.reading)] } else { [] }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .vitals(.recorded) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.vitalsReading) }

    public static func fold(
        _ document: VitalsDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> VitalsDocument? {
        guard case .vitals(let event) = recorded.event else { return document }
        switch event {
        case .recorded(let event):
            return VitalsDocument(
                id: event.reading, version: recorded.position, patient: event.patient, measuredAt: event.measuredAt,
                source: event.source, measurements: event.measurements, recordedAt: recorded.recordedAt, by: event.by,
                status: .current)
        case .enteredInError:
            var document = document
            document?.version = recorded.position
            document?.status = .enteredInError
            return document
        }
    }
}

extension DocumentAnswer {
    static func vitals(_ id: ID<VitalsReading>, location: String? = nil) -> DocumentAnswer {
        DocumentAnswer(Vitals.self, DocumentKey(id), location: location)
    }
}
