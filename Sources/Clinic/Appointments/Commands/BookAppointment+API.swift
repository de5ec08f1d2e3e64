import Endpoints
import EventSourcing
import Identifiers
import JSON

struct BookingBody: Sendable {
    let patient: ID<Patient>?
    let request: VisitRequest
    let doctor: ID<StaffMember>?
    let hygienist: ID<StaffMember>?
    let chair: ID<Chair>?
    let start: Instant?
    let reason: Personal<String>?
    let override: OverrideBody?

    static let codec = object(
        BookingBody.checked(
            patient:service:further:minutesIfOther:doctor:hygienist:chair:start:walksIn:reason:override:treatment:),
        optionalField(
            "patient_id", \.patient,
            .id().described(
                """
                The patient who comes. The staff must name one. Patients book for themselves, and for dependants if the clinic \
                permits it.
                """)),
        field("service_id", \.request.service, .serviceID),
        field(
            "further_service_ids", \.request.further,
            .array(.id(), 0...BookedService.limit).described(
                "Services that are done in the same visit, after the first. The staff only, with an `override`."),
            default: []),
        optionalField(
            "duration_minutes", \.request.minutesIfOther,
            .int(5...720).described(
                """
                How long the visit is to take, a multiple of five. The staff only, with an `override`. Absent: as long as its \
                services take.
                """)),
        optionalField(
            "doctor_id", \.doctor,
            .id().described(
                """
                The doctor; absent: of the free ones who take least time for it, the one with the fewest appointments \
                that day. If the service has a `capacity`, a doctor with a group visit in which others are booked \
                already comes first.
                """)),
        optionalField("hygienist_id", \.hygienist, .requestedHygienist),
        optionalField(
            "chair_id", \.chair,
            .id().described("The chair; only the staff may name one. Absent: any chair that is free.")),
        optionalField(
            "start", \.start,
            .instant.described(
                "When the appointment is to begin. An offset other than UTC is accepted. Required unless `walk_in`.")),
        field(
            "walk_in", \.walksIn,
            .bool.described(
                """
                The patient is here without an appointment: it begins now, and the patient is checked in at once. The staff \
                only, without `start`.
                """), default: false),
        optionalField("reason", \.reason, .visitReason), optionalField("override", \.override, OverrideBody.member),
        field(
            "treatment_items", \.request.treatment,
            .array(PlannedItem.codec, 0...PlannedItem.limit).described(
                "The accepted items of the patient's treatment plans that the visit is for. They become `scheduled`."),
            default: [])
    ).described("The appointment to book.").named("Booking")

    private var walksIn: Bool { start == nil }

    private static func checked(
        patient: ID<Patient>?, service: ID<Service>, further: [ID<Service>], minutesIfOther: Int?,
        doctor: ID<StaffMember>?, hygienist: ID<StaffMember>?, chair: ID<Chair>?, start: Instant?, walksIn: Bool,
        reason: Personal<String>?, override: OverrideBody?, treatment: [PlannedItem]
    ) throws(CheckFailure) -> BookingBody {
        guard walksIn == (start == nil) else { throw CheckFailure("bad_start", "either start or walk_in") }
        guard (minutesIfOther ?? 0).isMultiple(of: DayFrame.atomMinutes) else {
            throw CheckFailure("bad_duration", "duration_minutes must be a multiple of five")
        }
        guard Set(treatment).count == treatment.count else {
            throw CheckFailure("repeated", "each item of a treatment plan once")
        }
        guard Set(further + [service]).count == further.count + 1 else {
            throw CheckFailure("repeated", "each service once")
        }
        return BookingBody(
            patient: patient,
            request: VisitRequest(
                service, further: further, minutesIfOther: minutesIfOther, treatment: treatment),
            doctor: doctor, hygienist: hygienist, chair: chair, start: start, reason: reason, override: override)
    }
}

extension Booker {
    /// Throws a problem if a patient's request to book has a member in its body that only the staff may send.
    func permits(_ body: BookingBody) throws(Problem) {
        try names(chair: body.chair)
        guard side == .patient else { return }
        let members: [(Bool, String)] = [
            (body.override != nil, "/override"), (body.start == nil, "/walk_in"),
            (!body.request.further.isEmpty, "/further_service_ids"),
            (body.request.minutesIfOther != nil, "/duration_minutes"),
        ]
        for case (true, let member) in members {
            throw .malformed(body: member, code: "not_allowed", detail: "for the staff only")
        }
    }
}

extension Problem.Kind {
    static let overrideMissing = Problem.Kind(
        "override-missing", 409, "This breaks rules of booking and needs a reason",
        means: "The request breaks `rules` of booking. Permitted staff may do this with a reason.",
        remedy: "Send the request again with `override`, or without the members that break the rules.",
        members: [
            .member(
                "rules", Codec<[BookingRule]>.array(BookingRule.codec).described("The rules that would be broken."),
                example: [.duration])
        ])
}

extension Problem {
    static func overrideMissing(_ rules: [BookingRule]) -> Problem {
        Problem(.overrideMissing).with("rules", rules, .array(BookingRule.codec))
    }
}

extension AppointmentsAPI {
    static let bookAppointment = Endpoint<ClinicAction>(
        .post, "/api/v1/appointments", id: "bookAppointment", summary: "Book an appointment",
        details: """
            If the time is not free, the answer is a 409 that names the reason and free times near it. If the \
            clinic approves bookings of patients, the appointment is `requested` first. A hold of the patient ends. Permitted \
            staff may break rules with an `override`: the appointment shows which. A patient is never booked twice at a time.
            """,
        tag: tag, for: Anyone.self, takes: .body(BookingBody.codec),
        answers: [.created(AppointmentDocument.eitherSchema, "The new appointment")],
        problems: Problem.Kind.placing + [
            .overrideNotAllowed, .overrideMissing, .bookingLimit, .serviceNotForPatient, .patientMerged,
            .treatmentItemStatus,
            .notFound,
        ],
        idempotency: .implied
    ) { caller, body throws(Problem) in
        let booker = Booker(caller.principal)
        let patient = try booker.patient(named: body.patient)
        try booker.permits(body)
        var request = body.request
        request.override = body.override?.wish(of: caller.principal)
        return .creation { [request] newID in
            let id: ID<Appointment> = newID()
            return ClinicCommand(
                BookAppointment(
                    id, patient: patient, request: request, doctor: body.doctor, hygienist: body.hygienist,
                    chair: body.chair, start: body.start, reason: body.reason, by: booker.side, caller: booker.caller),
                answer: .appointment(id, for: caller.principal, location: "/api/v1/appointments/\(id)"))
        }
    }
}
