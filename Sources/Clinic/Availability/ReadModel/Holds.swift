public import EventSourcing
import Identifiers
public import JSON

/// The document of a hold, which is also the JSON that answers the commands about it.
public struct HoldDocument: Hashable, Sendable {
    public let hold: Hold
    public let doctorName: String
    public let version: Int64

    public static let codec = object(
        HoldDocument.checked(
            id:version:patient:service:doctor:doctorName:hygienist:parts:chair:date:start:end:expiresAt:),
        field("id", \.hold.id, .holdID), field("version", \.version, .version),
        field("patient_id", \.hold.patient, .patientID), field("service_id", \.hold.service, .serviceID),
        field("doctor_id", \.hold.place.doctor, .doctorID),
        field("doctor_name", \.doctorName, .name().described("The doctor's name.")),
        optionalField("hygienist_id", \.hold.place.segments?.hygienist, .hygienistID),
        optionalField("segments", \.hold.place.segments?.parts, .shownSegments),
        field("chair_id", \.hold.place.chair, .chairID), field("date", \.hold.place.date, .visitDate),
        field("start", \.hold.place.slot.start, .visitStart), field("end", \.hold.place.slot.end, .visitEnd),
        field("expires_at", \.hold.expiresAt, .instant.described("When the hold ends by itself, in UTC."))
    ).described("A free time that is kept for a patient for some minutes.").named("Hold")

    private static func checked(
        id: ID<Hold>, version: Int64, patient: ID<Patient>, service: ID<Service>, doctor: ID<StaffMember>,
        doctorName: String, hygienist: ID<StaffMember>?, parts: [VisitSegment]?, chair: ID<Chair>, date: CivilDate,
        start: Instant, end: Instant, expiresAt: Instant
    ) throws(CheckFailure) -> HoldDocument {
        guard let slot = Slot(start: start, end: end) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        let place = Place(
            doctor: doctor, chair: chair, date: date, slot: slot,
            segments: try VisitSegments.checked(hygienist: hygienist, parts: parts, in: slot))
        return HoldDocument(
            hold: Hold(id: id, patient: patient, service: service, place: place, expiresAt: expiresAt),
            doctorName: doctorName, version: version)
    }
}

/// The read model of each patient's latest hold. A booking that uses the hold up does not change the row of the hold.
/// The hold in the row ends at `expires_at`.
public enum Holds: ClinicReadModel {
    public static let table = DocumentTable("slot_hold", key: "patient_id", .uuid)
    public static let audience = DocumentAudience.allStaff
    public static let codec = HoldDocument.codec
    public static let columns: [DocumentColumn<HoldDocument>] = []

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        guard case .hold(let event) = event else { return [] }
        return [DocumentKey(event.hold.patient)]
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.patientYears) }

    public static func fold(
        _ document: HoldDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> HoldDocument? {
        guard case .hold(let event) = recorded.event else { return document }
        switch event {
        case .held(let held):
            return HoldDocument(hold: held.hold, doctorName: held.doctorName, version: recorded.position)
        case .released(let released):
            guard let document, document.hold.id == released.hold.id else { return document }
            return HoldDocument(
                hold: released.hold.ending(at: recorded.recordedAt), doctorName: document.doctorName,
                version: recorded.position)
        }
    }
}
