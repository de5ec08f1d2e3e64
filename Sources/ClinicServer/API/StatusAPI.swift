import Clinic
import Endpoints
import EventSourcing
import Health
import Identity
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
            details: """
                Needs no session and no database. With the token of a paired client in `Authorization`, the answer also has \
                the types of health samples that the person has enabled.
                """,
            tag: "Status", for: .everybody, takes: .optionalToken,
            answers: [.ok(Status.codec, "The server's time")]
        ) { token in
            .work { services, call in
                guard let token, Identity.isPairedClientToken(token) else { return WorkAnswer(200, ok(at: call.now)) }
                let caller = try await services.healthCaller(token, call)
                let settings = try await services.health.settings(of: caller.account, in: nil)
                return WorkAnswer(200, Status(enabledTypes: settings.enabledTypes, at: call.now).bytes)
            }
        },
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

    static func ok(at now: Instant) -> [UInt8] { Status(at: now).bytes }

    private struct Status: Sendable {
        let status: String
        let time: Instant
        let version: String?
        let deviceName: String?
        let enabledTypes: [HealthType]?
        let serverTime: Instant?

        init(at now: Instant) {
            self.init(status: "ok", time: now, version: nil, deviceName: nil, enabledTypes: nil, serverTime: nil)
        }

        /// The server's status for a paired client. It also has the server's time in the member `serverTime`, as the
        /// client's program expects.
        init(enabledTypes: [HealthType], at now: Instant) {
            self.init(
                status: "ok", time: now, version: "1", deviceName: "Chairside", enabledTypes: enabledTypes,
                serverTime: now)
        }

        private init(
            status: String, time: Instant, version: String?, deviceName: String?, enabledTypes: [HealthType]?,
            serverTime: Instant?
        ) {
            self.status = status
            self.time = time
            self.version = version
            self.deviceName = deviceName
            self.enabledTypes = enabledTypes
            self.serverTime = serverTime
        }

        static let codec = object(
            Status.init(status:time:version:deviceName:enabledTypes:serverTime:),
            field("status", \.status, .string(max: 20).described("Always `ok`.")),
            field("time", \.time, .instant.described("The server's time, in UTC.")),
            optionalField(
                "version", \.version,
                .string(max: 8).described("The version of the interface for clients of health samples: `1`.")),
            optionalField("deviceName", \.deviceName, .string(max: 100).described("The server's name.")),
            optionalField(
                "enabledTypes", \.enabledTypes,
                .array(.stringEnum, 0...HealthType.allCases.count).described(
                    "The types of health samples that the person has enabled; absent if the request has no token.")),
            optionalField(
                "serverTime", \.serverTime,
                .instant.described("The same as `time`; absent if the request has no token."))
        ).described("The server's time.").named("Status")

        var bytes: [UInt8] { Status.codec.bytes(self) }
    }
}
