public import Endpoints
import EventSourcing
import Identifiers
import JSON

/// The endpoints for searching free slots and for holding one while the patient books.
public enum AvailabilityAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [slots, hold, release]

    private static let tag = "Availability"

    private static let slots = Endpoint<ClinicAction>(
        .get, "/api/v1/slots", id: "listSlots", summary: "List free times for a service",
        details: """
            Computed from the same model that booking decides on, for at most \(SlotSearch.maximumDays) days at once. Times \
            when the patient has an appointment are left out: for patients their own, for the staff those of `patient_id`.
            """,
        tag: tag, for: Anyone.self, takes: .query("service_id", .serviceID),
        .optionalQuery(
            "doctor_id", Codec<ID<StaffMember>>.id().described("Only times with this doctor; absent: with any.")),
        .query("from", .date.described("The first day (inclusive), by the clinic's calendar.")),
        .query("to", .date.described("The last day (inclusive), by the clinic's calendar.")),
        .optionalQuery(
            "patient_id",
            Codec<ID<Patient>>.id().described("For the staff: leave out times when this patient has an appointment.")),
        answers: [.page(of: Offer.codec, "The free times, as one page")],
        problems: [.notFound, .serviceNotOffered, .doctorNotAvailable, .doctorDoesNotOffer]
    ) { caller, service, doctor, from, to, patient throws(Problem) in
        guard from <= to else { throw .malformed(query: "to", code: "bad_range", detail: "must not come before from") }
        guard to <= from.adding(days: SlotSearch.maximumDays - 1) else {
            throw .malformed(
                query: "to", code: "bad_range", detail: "at most \(SlotSearch.maximumDays) days at once")
        }
        let booker = Booker(caller.principal)
        let visitor = booker.side == .patient || patient != nil ? try booker.patient(named: patient) : nil
        let search = SlotSearch(
            service: service, doctor: doctor, from: from, to: to, by: booker.side, patient: visitor)
        return .computed { model, now throws(Problem) in
            do throws(AppointmentRejection) { return try search.answer(&model, at: now) } catch { throw error.problem }
        }
    }

    private static let hold = Endpoint<ClinicAction>(
        .post, "/api/v1/holds", id: "holdSlot", summary: "Hold a free time for a few minutes",
        details: """
            No other patient can book the time meanwhile. A patient has one hold at a time; a new one replaces it, \
            and booking the time uses it up. It ends by itself at `expires_at`.
            """, tag: tag,
        for: Anyone.self, takes: .body(HoldBody.codec), answers: [.created(HoldDocument.codec.schema, "The hold")],
        problems: Problem.Kind.placing, idempotency: .accepted
    ) { caller, body throws(Problem) in
        let booker = Booker(caller.principal)
        let patient = try booker.patient(named: body.patient)
        let side = booker.side
        return .creation { newID in
            ClinicCommand(
                HoldSlot(
                    newID(), patient: patient, service: body.service, doctor: body.doctor, start: body.start, by: side),
                answer: DocumentAnswer(Holds.self, DocumentKey(patient)))
        }
    }

    private static let release = Endpoint<ClinicAction>(
        .delete, "/api/v1/holds/{hold_id}", id: "releaseHold", summary: "Release a hold",
        details: "The time is free again.",
        tag: tag, for: Anyone.self, takes: .path("hold_id", .holdID),
        .optionalQuery(
            "patient_id",
            Codec<ID<Patient>>.id().described("The patient whom the hold is for. The staff must name one.")),
        answers: [.ok(HoldDocument.codec, "The hold that has ended")], problems: [.notFound], idempotency: .accepted
    ) { caller, id, patient throws(Problem) in
        guard caller.role == .patient || patient != nil else {
            throw .malformed(query: "patient_id", code: "missing", detail: "must be there")
        }
        let patient = try Booker(caller.principal).patient(named: patient)
        return .command(
            ClinicCommand(
                ReleaseHold(id, patient: patient), answer: DocumentAnswer(Holds.self, DocumentKey(patient))))
    }
}
