import Endpoints
import Identifiers
import JSON

/// A small API of six endpoints, for tests of the target `Endpoints`.
enum Sample {
    enum Appointment {}

    enum Action: Hashable, Sendable {
        case book(by: UUIDBytes, patient: ID<Appointment>?, start: Int)
        case show(ID<Appointment>)
        case list(status: [Status], query: String?, page: Page)
        case change(ID<Appointment>, Preconditions)
        case own
        case status
    }

    enum Status: String, CaseIterable, Sendable { case requested, booked }

    struct Booking: Hashable, Sendable {
        let patient: ID<Appointment>?
        let start: Int
        static let codec = object(
            Booking.init, optionalField("patient_id", \.patient, .id()), field("start", \.start, .int(0...1440)))
    }

    struct Details: Hashable, Sendable {
        let id: ID<Appointment>
        let version: Int64
        let status: Status
        static let codec = object(
            Details.init, field("id", \.id, .id()), field("version", \.version, .int64(1 ... .max)),
            field("status", \.status, .stringEnum)
        ).named("Appointment")
    }

    static let endpoints: [Endpoint<Action>] = [
        Endpoint(
            .post, "/api/v1/appointments", id: "bookAppointment", summary: "Book a slot", tag: "Appointments",
            for: PatientOrFrontDesk.self, takes: .body(Booking.codec),
            answers: [.created(Details.codec, "The appointment")],
            problems: [.slotTaken], idempotency: .accepted
        ) { caller, booking throws(Problem) in
            guard caller.role != .patient || booking.patient == nil else { throw Problem(.forbidden) }
            return .book(by: caller.subject, patient: booking.patient, start: booking.start)
        },
        Endpoint(
            .get, "/api/v1/appointments", id: "listAppointments", summary: "Appointments", tag: "Appointments",
            for: Staff.self, takes: .queryList("status", .stringEnum), .optionalQuery("q", .string(1...100)),
            .page(key: [CursorKey { Int64($0) != nil }, .uuid]), answers: [.page(of: Details.codec, "Appointments")]
        ) { _, status, query, page in
            .list(status: status, query: query, page: page)
        },
        Endpoint(
            .get, "/api/v1/appointments/{appointment_id}", id: "getAppointment", summary: "One appointment",
            tag: "Appointments", for: Anyone.self, takes: .path("appointment_id", .id()),
            answers: [.ok(Details.codec, "The appointment")]
        ) { _, id in .show(id) },
        Endpoint(
            .patch, "/api/v1/appointments/{appointment_id}", id: "changeAppointment", summary: "Change it",
            tag: "Appointments", for: FrontDesk.self, takes: .path("appointment_id", .id()), .preconditions,
            .body(Booking.codec), answers: [.ok(Details.codec, "The appointment")], idempotency: .required
        ) { _, id, condition, _ in .change(id, condition) },
        Endpoint(
            .get, "/api/v1/appointments/mine", id: "listOwn", summary: "The caller's", tag: "Appointments",
            for: PatientOnly.self, answers: [.ok(.array(Details.codec), "The appointments")]
        ) { _ in .own },
        Endpoint(
            .get, "/api/v1/status", id: "getStatus", summary: "Whether it is up", tag: "Server", for: .everybody,
            answers: [.ok(.bool, "Whether it is up")], caching: .publicETag(maxAge: 60)
        ) { .status },
    ]
}

extension Problem.Kind {
    static let slotTaken = Problem.Kind(
        "slot-taken", 409, "The slot is no longer free", means: "Somebody was faster.", remedy: "Choose another one.",
        members: [.member("alternatives", .array(.int, 0...5), example: [540])])
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func principal(_ role: Role, locked: Bool = false, restricted restriction: Restriction? = nil) -> Principal {
    let id = UUIDBytes(high: 1, low: 2)
    return Principal(
        authenticatedIn: id, account: id, session: id, role: role, subject: UUIDBytes(high: 3, low: 4),
        isLocked: locked, restriction: restriction)
}
