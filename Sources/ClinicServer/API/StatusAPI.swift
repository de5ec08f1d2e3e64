import Clinic
import Endpoints
import EventSourcing
import JSON

/// The endpoints for the server's state and for the API's description.
enum StatusAPI {
    static let endpoints: [Endpoint<ServerAction>] = [
        Endpoint(
            .get, "/livez", id: "getLiveness", summary: "Check that the process answers",
            details: "Needs no database. Use it to decide whether to restart the process.",
            tag: "Status", for: .everybody,
            answers: [.ok(Status.codec, "The server's time")]
        ) { .work { _, call in WorkAnswer(200, ok(at: call.now)) } },
        Endpoint(
            .get, "/readyz", id: readiness, summary: "Check that the server can do its work",
            details: "Use it to decide whether to send requests to this server. 503 if it cannot do its work.",
            tag: "Status",
            for: .everybody, answers: [ReadinessReport.answer], problems: [.unavailable]
        ) {
            .work { services, call in
                let report = await ReadinessReport(services)
                guard report.status != .unavailable else { throw report.problem }
                return WorkAnswer(200, report.bytes(at: call.now))
            }
        },
        Endpoint(
            .get, "/api/v1/status", id: "getStatus", summary: "Show the server's time",
            details: "Needs no session and no database.",
            tag: "Status", for: .everybody,
            answers: [.ok(Status.codec, "The server's time")]
        ) { .work { _, call in WorkAnswer(200, ok(at: call.now)) } },
        Endpoint(
            .get, "/openapi.json", id: "getDescription", summary: "Show this description (OpenAPI 3.1)",
            details: "The description is generated from the operations that the server serves.",
            tag: "Status",
            for: .everybody, answers: [.ok(Schema(.object), "The description")], caching: KeptAnswer.caching
        ) { .work { _, _ in try await ServerAPI.descriptionAnswer.value } },
    ]

    /// The ids of the operations that a starting server answers with 200 already. These operations need no database.
    static let needsNothing: Set<String> = ["getLiveness", "getStatus"]
    static let readiness = "getReadiness"

    static func ok(at now: Instant) -> [UInt8] { Status(status: "ok", time: now).bytes }

    private struct Status: Sendable {
        let status: String
        let time: Instant

        static let codec = object(
            Status.init(status:time:), field("status", \.status, .string(max: 20).described("Always `ok`.")),
            field("time", \.time, .instant.described("The server's time, in UTC."))
        ).described("The server's time.").named("Status")

        var bytes: [UInt8] { Status.codec.bytes(self) }
    }
}
