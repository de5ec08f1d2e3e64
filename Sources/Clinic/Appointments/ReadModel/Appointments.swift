import Endpoints
public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The read model of appointments, with one row per appointment. A row has the rendering for the staff, the rendering
/// for the patient, and columns for lists and for the double-booking guard.
public enum Appointments: ClinicReadModel {
    public static let table = DocumentTable("appointment", key: "appointment_id", .uuid)
    public static let audience = DocumentAudience.allStaff
    public static let codec = AppointmentDocument.codec

    public static let columns = [
        DocumentColumn<AppointmentDocument>("patient_document", .json) {
            .json(PatientAppointment.codec.bytes($0.forPatient))
        },
        DocumentColumn<AppointmentDocument>("patient_id", .uuid) { $0.visit.patient.bind },
        DocumentColumn<AppointmentDocument>("doctor_id", .uuid) { $0.visit.place.doctor.bind },
        DocumentColumn<AppointmentDocument>("chair_id", .uuid) { $0.visit.place.chair.bind },
        DocumentColumn<AppointmentDocument>("status", .text) { .text($0.status.rawValue) },
        DocumentColumn<AppointmentDocument>("date", .date) { $0.visit.place.date.bind },
        DocumentColumn<AppointmentDocument>("starts_at", .timestamptz) { $0.visit.place.slot.start.bind },
        DocumentColumn<AppointmentDocument>("ends_at", .timestamptz) { $0.visit.place.slot.end.bind },
        DocumentColumn<AppointmentDocument>("cancel_before", .timestamptz) { $0.terms.cancelBefore.bind },
        // The double-booking guard in the database reads the column `holds_time`, to refuse overlapping appointments.
        DocumentColumn<AppointmentDocument>("holds_time", .boolean) { .bool($0.status.holdsTime) },
        // The ids of the appointments that this appointment may overlap by an override. The double-booking guard reads
        // them.
        DocumentColumn<AppointmentDocument>("allowed_overlaps", .text) {
            let overlaps = $0.override?.overlaps ?? []
            return overlaps.isEmpty ? .null(.text) : .text(overlaps.map(\.text).joined(separator: " "))
        },
        // The minutes in which the chair is taken before and after the appointment. The double-booking guard reads
        // them.
        DocumentColumn<AppointmentDocument>("buffer_before", .bigint) {
            $0.visit.place.buffers.map { Bind.int64(Int64($0.minutesBefore)) } ?? Bind.null(.int64)
        },
        DocumentColumn<AppointmentDocument>("buffer_after", .bigint) {
            $0.visit.place.buffers.map { Bind.int64(Int64($0.minutesAfter)) } ?? Bind.null(.int64)
        },
        // The hygienist of an appointment, and the minutes in which the doctor and the hygienist treat. PostgreSQL
        // compares them to prevent double bookings.
        DocumentColumn<AppointmentDocument>("hygienist_id", .uuid) {
            $0.visit.place.segments?.hygienist.bind ?? .null(.uuid)
        },
        DocumentColumn<AppointmentDocument>("doctor_minutes", .text) { $0.visit.place.minuteRanges(of: .doctor) },
        DocumentColumn<AppointmentDocument>("hygienist_minutes", .text) {
            $0.visit.place.minuteRanges(of: .hygienist)
        },
        // The service and the capacity of a group visit, whose patients do not conflict with each other.
        DocumentColumn<AppointmentDocument>("group_service_id", .uuid) {
            $0.visit.group?.service.bind ?? .null(.uuid)
        },
        DocumentColumn<AppointmentDocument>("group_capacity", .bigint) {
            $0.visit.place.capacity.map { Bind.int64(Int64($0)) } ?? Bind.null(.int64)
        },
    ]

    public static func person(of document: AppointmentDocument) -> UUIDBytes? { document.visit.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .appointment(let event): [DocumentKey(event.visit.appointment)]
        case .patient(let event): event.withoutTexts(\.appointments)
        case .profile, .service, .chair, .staff, .guardian, .emergency, .block, .hold, .waitlist, .recall,
            .series, .billing, .draft, .drawer, .family, .insurance, .recovery, .file, .treatment, .finding,
            .perio, .chart, .vitals, .note, .prescription, .historyForm,
            .consent, .message, .notification,
            .quarantined:
            []
        }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .appointment(.booked) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.appointment) }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        if case .appointment(let event) = event { [.patient(event.visit.patient)] } else { [] }
    }

    public static func fold(
        _ document: AppointmentDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> AppointmentDocument? {
        var document = document
        if recorded.event.takesTexts { document?.eraseTexts(recorded) }
        guard case .appointment(let event) = recorded.event else { return document }
        if case .booked(let booked) = event { return AppointmentDocument(booked, recorded) }
        document?.evolve(event, recorded)
        return document
    }
}

extension DocumentAnswer {
    static func appointment(
        _ id: ID<Appointment>, for principal: Principal, location: String? = nil
    ) -> DocumentAnswer {
        let column = principal.role == .patient ? Identifier("patient_document") : nil
        return DocumentAnswer(Appointments.self, DocumentKey(id), column: column, location: location)
    }
}

extension Place {
    /// The minutes of an appointment in which a provider treats, counted from the start, as PostgreSQL's
    /// `int4multirange` in text form; null for a visit without segments.
    fileprivate func minuteRanges(of provider: Provider) -> Bind {
        guard let segments else { return .null(.text) }
        let ranges = segments.parts.runs(of: provider).map { "[\($0.lowerBound),\($0.upperBound))" }
        return .text("{\(ranges.joined(separator: ","))}")
    }
}
