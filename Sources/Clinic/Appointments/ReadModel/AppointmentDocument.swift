public import EventSourcing
import Identifiers
public import JSON

/// The document of an appointment, which is sent to the clinic's staff. It does not contain the patient's name, since
/// lists add the patient's card.
public struct AppointmentDocument: Hashable, Sendable {
    public internal(set) var visit: Visit
    public internal(set) var version: Int64
    public internal(set) var status: AppointmentStatus
    public internal(set) var terms: VisitTerms
    /// The reason for the visit, as the person who booked gave it.
    public internal(set) var reason: Personal<String>?
    /// The staff's latest note on the appointment.
    public internal(set) var note: Personal<String>?
    /// The staff's notes on the appointment, the oldest first; those without a known author are missing.
    public internal(set) var notes: [VisitNote] = []
    /// The rules of booking that staff broke for the appointment; `nil` if they broke none.
    public internal(set) var override: ShownOverride?
    /// The guardian who last booked, moved, confirmed or cancelled the appointment; `nil` if the patient or the staff
    /// did.
    public internal(set) var guardian: ID<Patient>?
    public internal(set) var times: AppointmentTimes
    public internal(set) var cancellation: Cancellation?
    /// The time of the last event that changed the appointment's document.
    public internal(set) var updated: Instant

    public struct Cancellation: Hashable, Sendable {
        public let by: AppointmentCancelled.Canceller
        public let reason: Personal<String>?
    }

    /// The time at which a waiting patient arrived; `nil` if the patient is not waiting.
    public var waitingSince: Instant? { status == .arrived ? times.arrived : nil }

    public var staffCanCancel: Bool { CancelAppointment.isPossible(from: status) }

    /// Whether the patient could cancel at the time of the last event in this document. If true, check the deadline
    /// again, since no event is appended when it passes. A request that the clinic has not approved has no deadline.
    public var patientCanCancel: Bool { status == .requested || status.isAhead && updated < terms.cancelBefore }

    private var notesIfAny: [VisitNote]? { notes.isEmpty ? nil : notes }
}

extension AppointmentDocument {
    init(_ booked: AppointmentBooked, _ recorded: Recorded<ClinicEvent>) {
        visit = booked.visit
        version = recorded.position
        status = booked.status
        terms = booked.terms
        reason = booked.reason?.unlessErased
        override = booked.override.map { ShownOverride($0, at: recorded.recordedAt) }
        guardian = booked.guardian
        times = AppointmentTimes(booked: recorded.recordedAt)
        updated = recorded.recordedAt
    }

    mutating func evolve(_ event: AppointmentEvent, _ recorded: Recorded<ClinicEvent>) {
        let effect = event.effect
        version = recorded.position
        updated = recorded.recordedAt
        visit = effect.visit
        switch effect.status {
        case .begins(let next):
            status = next
            // A confirmed visit that is moved to keep its wall time under a zone's new rules keeps the time of its
            // confirmation.
            times = AppointmentTimes(booked: times.booked, confirmed: next == .confirmed ? times.confirmed : nil)
        case .reaches(let next):
            status = next
            times.reach(next, at: updated)
        case .returns(let from, let before):
            status = before
            times.reach(from, at: nil)
            if from == .cancelled { cancellation = nil }
        case .unchanged: break
        }
        change(event, at: recorded.recordedAt)
        if case .cancelled(let event) = event {
            cancellation = Cancellation(by: event.by, reason: event.reason?.unlessErased)
            guardian = event.guardian
        }
        if case .confirmed(let event) = event { guardian = event.guardian }
        if case .noted(let event) = event { note = event.note.unlessErased }
        // A note without an author, from an older event, is shown as the appointment's latest note, but is not in the
        // list of notes.
        if case .noted(let event) = event, let note, let author = event.author {
            notes.append(VisitNote(note: note, author: author, at: recorded.recordedAt))
        }
    }

    /// Updates the terms, the override and the guardian in an appointment's document. An event that moves the
    /// appointment replaces all three. An event that reassigns it replaces the terms, and the override if the event has
    /// one. The arrival of a patient after a cancellation or a no-show replaces the override if the event has one.
    private mutating func change(_ event: AppointmentEvent, at instant: Instant) {
        if case .rescheduled(let event) = event {
            terms = event.terms
            self.override = event.override.map { ShownOverride($0, at: instant) }
            guardian = event.guardian
        }
        if case .reassigned(let event) = event {
            terms = event.terms
            if let new = event.override { self.override = ShownOverride(new, at: instant) }
        }
        if case .arrivedAfterAll(let event) = event, let new = event.override {
            self.override = ShownOverride(new, at: instant)
        }
    }

    /// Erases the free texts in the appointment's document: reasons and notes.
    mutating func eraseTexts(_ recorded: Recorded<ClinicEvent>) {
        version = recorded.position
        updated = recorded.recordedAt
        reason = nil
        note = nil
        notes = []
        self.override?.reason = nil
        cancellation = cancellation.map { Cancellation(by: $0.by, reason: nil) }
    }
}

extension AppointmentDocument {
    /// The JSON of an appointment for the staff. The projection also decodes this JSON before it folds the next
    /// event.
    public static let codec = object(
        AppointmentDocument.stored(
            appointment:version:status:patient:service:serviceName:doctor:doctorName:chair:chairName:date:start:end:
            buffers:hygienist:hygienistName:parts:capacity:reason:note:notesIfAny:furtherServicesIfAny:override:
            guardian:
            cancelBefore:staffCanCancel:
            waitingSince:
            times:cancellation:updated:),
        field("id", \.visit.appointment, .appointmentID),
        field("version", \.version, .version),
        field("status", \.status, AppointmentStatus.codec.described("The status of the appointment.")),
        field("patient_id", \.visit.patient, .patientID),
        field("service_id", \.visit.service, .serviceID), field("service_name", \.terms.serviceName, .serviceName),
        field("doctor_id", \.visit.place.doctor, .doctorID), field("doctor_name", \.terms.doctorName, .doctorName),
        field("chair_id", \.visit.place.chair, .chairID), field("chair_name", \.terms.chairName, .chairName),
        field("date", \.visit.place.date, .visitDate), field("start", \.visit.place.slot.start, .visitStart),
        field("end", \.visit.place.slot.end, .visitEnd),
        optionalField("buffers", \.visit.place.buffers, .buffers),
        optionalField("hygienist_id", \.visit.place.segments?.hygienist, .hygienistID),
        optionalField("hygienist_name", \.terms.hygienistName, .hygienistName),
        optionalField("segments", \.visit.place.segments?.parts, .shownSegments),
        optionalField("group_capacity", \.visit.place.capacity, .groupCapacity),
        optionalField("reason", \.reason, .visitReason),
        optionalField("note", \.note, .staffNote),
        optionalField(
            "notes", \.notesIfAny,
            .array(VisitNote.codec, 1...VisitNote.limit).described(
                "The notes for the staff whose authors are known, the oldest first; absent if there are none.")),
        optionalField(
            "further_services", \.terms.furtherServicesIfAny,
            .array(BookedService.codec, 1...BookedService.limit).described(
                "The services of the visit besides the first; absent if there are none.")),
        optionalField(
            "override", \.override,
            ShownOverride.codec.described("The rules of booking that its time breaks; absent if it breaks none.")),
        optionalField(
            "guardian_id", \.guardian,
            .id().described(
                """
                The guardian who booked, moved, confirmed or cancelled it last for the patient; absent if it was the patient or \
                the staff.
                """)),
        field("cancel_deadline", \.terms.cancelBefore, .cancelDeadline),
        field("can_cancel", \.staffCanCancel, .canCancel),
        optionalField(
            "waiting_since", \.waitingSince,
            .instant.described("When the patient checked in, in UTC; absent unless the patient waits now.")),
        field(
            "times", \.times,
            AppointmentTimes.codec.described(
                "When each step was taken. The time of a step that was not taken is absent.")),
        optionalField(
            "cancellation", \.cancellation,
            Cancellation.codec.described(
                "The side that cancelled it last, and the reason; absent unless it was cancelled.")),
        field("updated_at", \.updated, .lastChange)
    ).described("An appointment, as the staff see it.").named("Appointment")

    private static func stored(
        appointment: ID<Appointment>, version: Int64, status: AppointmentStatus, patient: ID<Patient>,
        service: ID<Service>, serviceName: String, doctor: ID<StaffMember>, doctorName: String, chair: ID<Chair>,
        chairName: String, date: CivilDate, start: Instant, end: Instant, buffers: ChairBuffers?,
        hygienist: ID<StaffMember>?, hygienistName: String?, parts: [VisitSegment]?, capacity: Int?,
        reason: Personal<String>?, note: Personal<String>?, notesIfAny: [VisitNote]?,
        furtherServicesIfAny: [BookedService]?,
        override: ShownOverride?, guardian: ID<Patient>?,
        cancelBefore: Instant, staffCanCancel _: Bool,
        waitingSince _: Instant?, times: AppointmentTimes, cancellation: Cancellation?, updated: Instant
    ) throws(CheckFailure) -> AppointmentDocument {
        guard let slot = Slot(start: start, end: end) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        let place = Place(
            doctor: doctor, chair: chair, date: date, slot: slot, buffers: buffers,
            segments: try VisitSegments.checked(hygienist: hygienist, parts: parts, in: slot), capacity: capacity)
        return AppointmentDocument(
            visit: Visit(appointment: appointment, patient: patient, service: service, place: place), version: version,
            status: status,
            terms: VisitTerms(
                serviceName: serviceName, doctorName: doctorName, chairName: chairName,
                hygienistName: hygienistName, cancelBefore: cancelBefore, furtherServices: furtherServicesIfAny ?? []),
            reason: reason, note: note, notes: notesIfAny ?? [], override: override, guardian: guardian, times: times,
            cancellation: cancellation, updated: updated)
    }
}

extension AppointmentDocument.Cancellation {
    static let codec = object(
        AppointmentDocument.Cancellation.init(by:reason:),
        field("by", \.by, .stringEnum.described("The side that cancelled it.")),
        optionalField(
            "reason", \.reason,
            .personal(.clinical, .prose(max: 500)).described("The reason that was given; absent if there was none.")))
}
