public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// A check-in of a patient or of a person without a clinic. The check-in app expects the person's id both as `userID`
/// and as `user_id`.
public struct CheckInDocument: Sendable {
    public let id: ID<CheckIn>
    public let version: Int64
    public let patient: ID<Patient>
    public let timestamp: Instant
    public let source: CheckInSource
    /// When the server was told of a check-in that was made earlier; `nil` if it was told at once.
    public let told: Instant?

    /// The person's id, which is sent under the name `userID` too.
    private var user: ID<Patient> { patient }

    public static let codec = object(
        CheckInDocument.init(id:version:user:patient:timestamp:source:told:),
        field("id", \.id, .id().described("The check-in's id.")),
        field("version", \.version, .version),
        field("userID", \.user, .id().described("The patient's id, under the name that the app expects.")),
        field("user_id", \.patient, .patientID),
        field("timestamp", \.timestamp, .instant.described("When the patient checked in, in UTC.")),
        field("source", \.source, .checkInSource),
        optionalField(
            "told_at", \.told,
            .instant.described(
                "When the server was told of a check-in that was made offline, in UTC; absent: at once."))
    ).described("A check-in of a patient.").named("CheckIn")

    init(
        id: ID<CheckIn>, version: Int64, patient: ID<Patient>, timestamp: Instant, source: CheckInSource, told: Instant?
    ) {
        self.id = id
        self.version = version
        self.patient = patient
        self.timestamp = timestamp
        self.source = source
        self.told = told
    }

    private init(
        id: ID<CheckIn>, version: Int64, user _: ID<Patient>, patient: ID<Patient>, timestamp: Instant,
        source: CheckInSource, told: Instant?
    ) {
        self.init(id: id, version: version, patient: patient, timestamp: timestamp, source: source, told: told)
    }

    /// The number of seconds after which a check-in counts as told later: a request may take so long, and clocks
    /// differ.
    static let atOnce: Int64 = 60
}

/// The read model of check-ins, with one row for each check-in.
public enum CheckIns: ClinicReadModel {
    public static let table = DocumentTable("check_in", key: "check_in_id", .uuid)
    public static let audience = DocumentAudience.record
    public static let codec = CheckInDocument.codec
    public static let readsPersonal = false
    public static let columns = [
        DocumentColumn<CheckInDocument>("patient_id", .uuid) { $0.patient.bind }
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .recovery(.checkedIn(let event)) = event { [DocumentKey(event.checkIn)] } else { [] }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .recovery(.checkedIn) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.checkIn) }

    public static func fold(
        _ document: CheckInDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> CheckInDocument? {
        guard case .recovery(.checkedIn(let event)) = recorded.event else { return document }
        let isLate = event.made.map { recorded.recordedAt.seconds(since: $0) > CheckInDocument.atOnce } ?? false
        return CheckInDocument(
            id: event.checkIn, version: recorded.position, patient: event.plan.patient, timestamp: event.instant,
            source: event.source, told: isLate ? recorded.recordedAt : nil)
    }
}
