import Clinic
import Endpoints
import EventSourcing
import EventStore
import Identifiers
import Identity
import JSON

/// The endpoints of signed links to appointments: staff put a link into a reminder, and its holder confirms, moves or
/// cancels the appointment without signing in.
enum VisitLinksAPI {
    static let endpoints: [Endpoint<ServerAction>] = [make, show, times, confirm, cancel, move]

    private static let tag = "Appointments"
    private static let holder = """
        For the holder of a link from `POST /api/v1/appointments/{appointment_id}/link`, who need not sign in. A link is \
        valid while the appointment is to come and begins at the same time as when the link was made.
        """

    private static let make = Endpoint<ServerAction>(
        .post, "/api/v1/appointments/{appointment_id}/link", id: "makeVisitLink",
        summary: "Make a link to an appointment",
        details: """
            A link for a reminder. Anybody who has it can see the time and the service, and confirm, move or cancel the \
            appointment by the rules for patients, without signing in. It becomes invalid when the appointment is moved or \
            cancelled or begins, and when the patient is erased. A link to the same time is always the same.
            """,
        tag: tag, for: FrontDesk.self, takes: .path("appointment_id", .appointmentID),
        answers: [.ok(VisitLinkAnswer.codec, "The link")], problems: [.notFound, .restrictedRecord, .wrongStatus]
    ) { caller, appointment in
        .work { services, call in
            let reader = RecordReader(caller)
            let made = try await services.ofLog(call) { () throws(LogFailure<Problem>) in
                try await services.log.read(caller.clinic) { model throws(Problem) in
                    try VisitLink.make(to: appointment, for: reader, &model, at: call.now)
                }
            }
            try services.accesses.note(made.patient, to: call)
            return WorkAnswer(200, VisitLinkAnswer.codec.bytes(services.answer(made.link, in: caller.clinic)))
        }
    }

    private static let show = Endpoint<ServerAction>(
        .get, "/api/v1/public/visits/{token}", id: "getLinkedVisit", summary: "Show an appointment by its link",
        details: holder, tag: tag, for: .everybody, takes: token,
        answers: [.ok(LinkedVisit.codec, "The appointment")], problems: [.visitLinkInvalid]
    ) { token in
        .work { services, call in
            let (link, clinic) = try services.link(token)
            return WorkAnswer(200, try await services.show(link, in: clinic, call))
        }
    }

    private static let times = Endpoint<ServerAction>(
        .get, "/api/v1/public/visits/{token}/times", id: "listLinkedTimes",
        summary: "List times to which an appointment can be moved by its link",
        details: holder + "\n\nThe times are free for the same service and doctor, in at most 31 days.",
        tag: tag, for: .everybody, takes: token,
        .query("from", Codec<CivilDate>.date.described("The first day (inclusive), by the clinic's calendar.")),
        .query("to", Codec<CivilDate>.date.described("The last day (inclusive), by the clinic's calendar.")),
        answers: [.ok(LinkedTimes.codec, "The times")], problems: [.visitLinkInvalid]
    ) { token, from, to throws(Problem) in
        let days = try ClosedRange<CivilDate>.asked(from: from, to: to, atMost: SlotSearch.maximumDays)
        return .work { services, call in
            let (link, clinic) = try services.link(token)
            let times = try await services.ofLog(call) { () throws(LogFailure<Problem>) in
                try await services.homes[clinic].answer(clinic) { model throws(Problem) in
                    try LinkedTimes.of(link, days, &model, at: call.now)
                }
            }
            return WorkAnswer(200, LinkedTimes.codec.bytes(times))
        }
    }

    private static let confirm = Endpoint<ServerAction>(
        .post, "/api/v1/public/visits/{token}/confirm", id: "confirmByLink",
        summary: "Confirm an appointment by its link", details: holder, tag: tag, for: .everybody, takes: token,
        answers: [.ok(LinkedVisit.codec, "The appointment as it is now")], problems: [.visitLinkInvalid, .wrongStatus]
    ) { token in
        .work { services, call in
            let (link, clinic) = try services.link(token)
            try await services.act(.confirm, by: link, in: clinic, call)
            return WorkAnswer(200, try await services.show(link, in: clinic, call))
        }
    }

    private static let cancel = Endpoint<ServerAction>(
        .post, "/api/v1/public/visits/{token}/cancel", id: "cancelByLink",
        summary: "Cancel an appointment by its link", details: holder, tag: tag, for: .everybody, takes: token,
        answers: [.noContent("Nothing; the appointment is cancelled, and the link is not valid any more")],
        problems: [.visitLinkInvalid, .deadlinePassed]
    ) { token in
        .work { services, call in
            let (link, clinic) = try services.link(token)
            try await services.act(.cancel, by: link, in: clinic, call)
            return WorkAnswer(204)
        }
    }

    private static let move = Endpoint<ServerAction>(
        .post, "/api/v1/public/visits/{token}/move", id: "moveByLink",
        summary: "Move an appointment by its link",
        details: holder + "\n\nThe answer has the link to the new time; the old link is not valid any more.",
        tag: tag, for: .everybody, takes: token, .body(MoveBody.codec),
        answers: [.ok(VisitLinkAnswer.codec, "The link to the appointment at its new time")],
        problems: [.visitLinkInvalid, .deadlinePassed, .visitTimeNotOffered]
    ) { token, body in
        .work { services, call in
            let (link, clinic) = try services.link(token)
            try await services.act(.move(to: body.start), by: link, in: clinic, call)
            let moved = VisitLink(link.appointment, start: body.start)
            return WorkAnswer(200, VisitLinkAnswer.codec.bytes(services.answer(moved, in: clinic)))
        }
    }

    private static let token = Input<String>.path(
        "token", Codec<String>.string(1...200).described("The link's token, from `POST …/link`."))
}

/// The time to which the holder of a visit link moves the appointment.
private struct MoveBody: Sendable {
    let start: Instant

    static let codec = object(
        MoveBody.init(start:),
        field("start", \.start, .instant.described("When the appointment is to begin, from `GET …/times`."))
    ).described("The new time of an appointment, by its link.").named("LinkedMove")
}

struct VisitLinkAnswer: Sendable {
    let token: String
    let url: String?
    let expiresAt: Instant

    static let codec = object(
        VisitLinkAnswer.init(token:url:expiresAt:),
        field(
            "token", \.token,
            Codec<String>.string(1...200).described("The token for the paths under `/api/v1/public/visits/`.")),
        optionalField(
            "url", \.url,
            Codec<String>.string(max: 2_000).described(
                "The address of the app's page with the token; absent if the server sends no mails.")),
        field(
            "expires_at", \.expiresAt,
            .instant.described("Until when (exclusive) the link is valid: when the appointment begins, in UTC."))
    ).described("A link to an appointment.").named("VisitLink")
}
