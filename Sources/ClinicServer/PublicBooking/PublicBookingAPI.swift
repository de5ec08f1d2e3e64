import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Identity
import JSON

/// The endpoints of public booking. They show free times with the names of doctors, but with no other people's names,
/// and take booking requests that are confirmed by a mailed code.
enum PublicBookingAPI {
    static let endpoints: [Endpoint<ServerAction>] = [services, days, times, ask, confirm]

    private static let tag = "Appointments"
    private static let stranger = """
        For people without an account, if the clinic has opened its booking for them (`PUT /api/v1/clinic/public-booking`).
        """

    private static let services = Endpoint<ServerAction>(
        .get, "/api/v1/public/clinics/{clinic_id}/services", id: "listPublicServices",
        summary: "List the services that new patients may book", details: stranger, tag: tag, for: .everybody,
        takes: clinic, .peer, answers: [.ok(PublicServices.codec, "The services")], problems: [.publicBookingClosed]
    ) { clinic, peer in
        .work { services, call in
            let found = try await services.answerPublic(clinic, peer, call) { model throws(Problem) in
                try PublicServices.of(&model)
            }
            return WorkAnswer(200, PublicServices.codec.bytes(found))
        }
    }

    private static let days = search(
        "/api/v1/public/clinics/{clinic_id}/days", id: "listPublicDays",
        summary: "Count the free times of each day for new patients",
        details: "At most \(PublicSearch.maximumDays) days at once.", answers: PublicDays.codec, "The days"
    ) { search, model, now throws(Problem) in try search.freeDays(&model, at: now) }

    private static let times = search(
        "/api/v1/public/clinics/{clinic_id}/times", id: "listPublicTimes",
        summary: "List the free times of a service for new patients",
        details: "The times of at most \(PublicSearch.maximumDays) days.", answers: PublicTimes.codec, "The times"
    ) { search, model, now throws(Problem) in try search.times(&model, at: now) }

    private static let ask = Endpoint<ServerAction>(
        .post, "/api/v1/public/clinics/{clinic_id}/requests", id: "askForPublicBooking",
        summary: "Ask for an appointment without an account",
        details: stranger
            + """


            Mails a code to the address, with which `POST …/requests/{request_id}/confirm` books the time. Until then \
            nothing is booked, and the time stays free for others. The answer is the same whether the clinic knows the \
            person and the address or not. A repeated `Idempotency-Key` mails no second code within that half hour.
            """,
        tag: tag, for: .everybody, takes: clinic, .body(PublicRequest.codec), .peer,
        answers: [.accepted(PublicRequestAnswer.codec, "The request, which waits for its code")],
        problems: Problem.Kind.publicBooking + [.tooManyAttempts], idempotency: .accepted
    ) { clinic, request, peer in
        .work { services, call in
            WorkAnswer(202, PublicRequestAnswer.codec.bytes(try await services.ask(request, in: clinic, peer, call)))
        }
    }

    private static let confirm = Endpoint<ServerAction>(
        .post, "/api/v1/public/clinics/{clinic_id}/requests/{request_id}/confirm", id: "confirmPublicBooking",
        summary: "Confirm a booking request with the mailed code",
        details: stranger
            + """


            Books the time, as an appointment of status `requested` that the clinic approves or cancels. If the time was \
            taken meanwhile, the answer is a 409 with free times near it: send the same code again with `start`. Sending a \
            confirmation again gives the same appointment. A request can be confirmed for half an hour, and not after five \
            wrong codes.
            """,
        tag: tag, for: .everybody, takes: clinic,
        .path("request_id", Codec<UUIDBytes>.uuid.described("The request's id.")), .body(ConfirmationBody.codec), .peer,
        answers: [.ok(RequestedVisit.codec, "The appointment")],
        problems: Problem.Kind.publicBooking + [.publicRequestInvalid]
    ) { clinic, request, body, peer in
        .work { services, call in
            let visit = try await services.confirm(request, body, in: clinic, peer, call)
            return WorkAnswer(200, RequestedVisit.codec.bytes(visit))
        }
    }

    private static let clinic = Input<UUIDBytes>.path(
        "clinic_id", Codec<UUIDBytes>.uuid.described("The clinic's id."))
    private static let doctor = Input<ID<StaffMember>?>.optionalQuery(
        "doctor_id",
        Codec<ID<StaffMember>>.id().described(
            "Only times with this doctor; absent: with any. It counts only if the clinic shows its doctors."))
    private static let from = Input<CivilDate>.query(
        "from", Codec<CivilDate>.date.described("The first day (inclusive), by the clinic's calendar."))
    private static let to = Input<CivilDate>.query(
        "to", Codec<CivilDate>.date.described("The last day (inclusive), by the clinic's calendar."))

    /// An endpoint that searches for free times on the requested days.
    ///
    /// - Parameter find: makes the answer from the clinic's state.
    private static func search<Found: Sendable>(
        _ path: PathTemplate, id: String, summary: String, details: String, answers codec: Codec<Found>,
        _ description: String,
        _ find: @escaping @Sendable (PublicSearch, inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> Found
    ) -> Endpoint<ServerAction> {
        Endpoint<ServerAction>(
            .get, path, id: id, summary: summary, details: "\(stranger)\n\n\(details)", tag: tag, for: .everybody,
            takes: clinic, .query("service_id", .serviceID), doctor, from, to, .peer,
            answers: [.ok(codec, description)], problems: PublicSearch.problems
        ) { clinic, service, doctor, from, to, peer throws(Problem) in
            let days = try ClosedRange<CivilDate>.asked(from: from, to: to, atMost: PublicSearch.maximumDays)
            let search = PublicSearch(service, with: doctor, on: days)
            return .work { services, call in
                let found = try await services.answerPublic(clinic, peer, call) { model throws(Problem) in
                    try find(search, &model, call.now)
                }
                return WorkAnswer(200, codec.bytes(found))
            }
        }
    }
}
