import Clinic
import Endpoints
import EventSourcing
import JSON

/// The server's state and features.
enum StatusAPI {
    static let endpoints: [Endpoint<ServerAction>] = [
        Endpoint(
            .get, "/livez", id: "getLiveness", summary: "The process answers", tag: "Status", for: .everybody,
            answers: [.ok(Status.codec)]
        ) { .work { _, call in WorkAnswer(200, ok(at: call.now)) } },
        Endpoint(
            .get, "/readyz", id: readiness, summary: "The server can do its work", tag: "Status",
            for: .everybody, answers: [ReadinessReport.answer], problems: [.unavailable]
        ) {
            .work { services, call in
                let report = await ReadinessReport(services)
                guard report.status != .unavailable else { throw report.problem }
                return WorkAnswer(200, report.bytes(at: call.now))
            }
        },
        Endpoint(
            .get, "/api/v1/status", id: "getStatus", summary: "The server's time", tag: "Status", for: .everybody,
            answers: [.ok(Status.codec)]
        ) { .work { _, call in WorkAnswer(200, ok(at: call.now)) } },
        Endpoint(
            .get, "/openapi.json", id: "getDescription", summary: "This API, described (OpenAPI 3.1)", tag: "Status",
            for: .everybody, answers: [.ok(Schema(.object))], caching: KeptAnswer.caching
        ) { .work { _, _ in try await ServerAPI.descriptionAnswer.value } },
    ]

    /// Operations that are also answered while the server starts.
    static let needsNothing: Set<String> = ["getLiveness", "getStatus"]
    static let readiness = "getReadiness"

    static func ok(at now: Instant) -> [UInt8] { Status(status: "ok", time: now).bytes }

    private struct Status: Sendable {
        let status: String
        let time: Instant

        static let codec = object(
            Status.init, field("status", \.status, .string(max: 20)), field("time", \.time, .instant)
        ).named("Status")

        var bytes: [UInt8] { Status.codec.bytes(self) }
    }
}
