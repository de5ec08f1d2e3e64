public import Endpoints
import EventSourcing
import Identifiers
import JSON

/// Free times, and holding one while the patient books.
public enum AvailabilityAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [slots, hold, release]

    private static let tag = "Availability"

    private static let slots = Endpoint<ClinicAction>(
        .get, "/api/v1/slots", id: "listSlots", summary: "Free times for a service",
        details: """
            Computed from the same facts that booking decides on. At most \(SlotSearch.maximumDays) days at once. For \
            patients their own appointments count; the staff may name a patient.
            """,
        tag: tag, for: Anyone.self, takes: .query("service_id", .id()),
        .optionalQuery("doctor_id", Codec<ID<StaffMember>>.id()), .query("from", .date), .query("to", .date),
        .optionalQuery("patient_id", Codec<ID<Patient>>.id()), answers: [.page(of: Offer.codec)],
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
        return .computed { facts, now throws(Problem) in
            do throws(AppointmentRefusal) { return try search.answer(&facts, at: now) } catch { throw error.problem }
        }
    }

    private static let hold = Endpoint<ClinicAction>(
        .post, "/api/v1/holds", id: "holdSlot", summary: "Keep a free time for a few minutes",
        details: "A patient holds one time at a time; booking it uses the hold up. It ends by itself.", tag: tag,
        for: Anyone.self, takes: .body(HoldBody.codec), answers: [.made(HoldDocument.codec.schema)],
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
        .delete, "/api/v1/holds/{hold_id}", id: "releaseHold", summary: "Give a hold up before it ends by itself",
        tag: tag, for: Anyone.self, takes: .path("hold_id", .id()),
        .optionalQuery("patient_id", Codec<ID<Patient>>.id().described("For the staff: whose hold it is.")),
        answers: [.ok(HoldDocument.codec)], problems: [.notFound], idempotency: .accepted
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
