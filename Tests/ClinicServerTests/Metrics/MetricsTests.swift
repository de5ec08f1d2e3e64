import ClinicServer
import ClinicTestSupport
import EventLoop
import Foundation
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests the metrics that Prometheus collects.
    @Suite struct Metrics {
        @Test func `the metric build_info has the program's version, commit and newest migration`() async throws {
            try await Practice.open(metricsPort: 0) { practice in
                let builds = try await practice.metrics().samples("chairside_build_info")
                let labels = try #require(builds.first).labels
                #expect(builds.count == 1)
                #expect(builds.first?.value == 1)
                #expect(labels["version"] == ProgramVersion.number)
                #expect(labels["commit"] == Practice.commit)
                #expect(labels["api"] == ServerAPI.version)
                let newest = try await TestDatabase.current.withConnection { connection in
                    try await connection.perform("SELECT max(number)::text FROM schema_migration").first?.text(0)
                }
                #expect(labels["schema"] == newest)
            }
        }

        @Test func `a booking is counted in the metrics of every stage of its processing`() async throws {
            try await Practice.open(metricsPort: 0) { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await practice.signIn("patient1")
                let time = try #require(try await patient.freeTimes().first)
                let key = newKey()
                let booked = try await patient.post("appointments", time.booking(), key: key)
                #expect(booked.status == 201)
                #expect(try await patient.post("appointments", time.booking(), key: key).body == booked.body)
                #expect(try await patient.post("appointments", time.booking()).status == 409)
                #expect(try await reception.get("patients/\(patient.subject)").status == 200)
                #expect(try await practice.nobody.get("patients").status == 401)
                #expect(try await practice.nobody.get("nowhere").status == 404)

                let page = try await practice.metrics()
                #expect(page.faults == [])
                func count(_ operation: String, _ status: String) -> Double? {
                    page.value("chairside_requests_total", ["operation": operation, "status": status])
                }
                #expect(count("bookAppointment", "2xx") == 2)
                #expect(count("bookAppointment", "4xx") == 1)
                #expect(count("bookAppointment", "5xx") == 0)
                #expect(count("getPatient", "2xx") == 1)
                #expect(count("login", "2xx") == 2)
                #expect(count("none", "4xx") == 1)
                #expect(count("cancelAppointment", "2xx") == nil)
                for operation in Set(page.samples("chairside_requests_total").compactMap { $0.labels["operation"] }) {
                    let labels = ["operation": operation]
                    #expect(
                        page.value("chairside_request_duration_seconds_count", labels)
                            == page.value("chairside_requests_total", labels), "\(operation)")
                }
                let outcomes = ["applied", "repeated", "refused", "unchanged", "conflict", "unavailable"]
                #expect(
                    outcomes.map { page.value("chairside_commands_total", ["outcome": $0]) } == [1, 1, 1, 0, 0, 0])
                #expect(page.value("chairside_events_appended_total") == 1)
                #expect(page.value("chairside_append_batch_commands_sum") ?? 0 >= 1)
                for stage in ["parse", "authenticate", "read", "load", "decide", "queue", "append", "commit", "write"] {
                    let count = page.value("chairside_stage_duration_seconds_count", ["stage": stage])
                    #expect(count ?? 0 >= 1, "\(stage)")
                }
                #expect(page.value("chairside_ready") == 1)
                #expect(page.value("chairside_database_up") == 1)
                #expect(page.value("chairside_clinics") == 2)
                #expect(page.value("chairside_http_connections_total") ?? 0 > 8)
                #expect(page.value("chairside_http_received_bytes_total") ?? 0 > 1_000)
                #expect(page.value("chairside_http_sent_bytes_total") ?? 0 > 1_000)
                #expect(page.value("chairside_pool_connections", ["pool": "documents"]) == 2)
                #expect(page.value("chairside_password_hashes_total") == 2)
                #expect(page.value("process_resident_memory_bytes") ?? 0 > 10_000_000)
                #expect(page.value("process_open_fds") ?? 0 > 10)
                #expect(page.value("process_cpu_seconds_total") ?? 0 > 0)

                // Metrics other than gauges, and the number of events, must not decrease.
                let events = try #require(page.value("chairside_feed_events"))
                let later = try await practice.metrics()
                #expect(later.faults == [])
                #expect(later.value("chairside_feed_events") ?? 0 >= events)
                for sample in page.families.filter({ $0.kind != "gauge" }).flatMap(\.samples) {
                    #expect(later.value(sample.name, sample.labels) ?? -1 >= sample.value, "\(sample)")
                }
            }
        }

        @Test func `the metrics count refused requests by reason`() async throws {
            var rates = RateLimits.none
            rates.session = RequestRate(perSecond: 1, burst: 2)
            try await Practice.open(rates: rates, metricsPort: 0) { practice in
                let reception = try await practice.signIn("reception")
                var refused = 0.0
                for _ in 0..<6 where try await reception.get("services").status == 429 { refused += 1 }
                #expect(refused > 0)
                #expect(try await practice.send("GET / HTTP/1.1\r\nHost : x\r\n\r\n").status == 400)
                #expect(try await practice.send("TRACE / HTTP/1.1\r\nHost: x\r\n\r\n").status == 405)
                let page = try await practice.metrics()
                #expect(page.faults == [])
                #expect(page.value("chairside_rate_limited_total", ["limit": "session"]) == refused)
                #expect(page.value("chairside_rate_limited_total", ["limit": "account"]) == 0)
                let limited = ["operation": "listServices", "status": "4xx"]
                #expect(page.value("chairside_requests_total", limited) == refused)
                #expect(page.value("chairside_http_refused_total", ["status": "400"]) == 1)
                #expect(page.value("chairside_http_refused_total", ["status": "405"]) == 1)
                #expect(page.value("chairside_http_refused_total", ["status": "413"]) == 0)
            }
        }

        @Test func `the metrics count a failed login, and the server's log reports it without the e-mail address`()
            async throws
        {
            let log = KeptLog()
            try await Practice.open(logger: log.logger, metricsPort: 0) { practice in
                let wrong = #"{"email":"reception@spree.example","password":"not the password"}"#
                #expect(try await practice.nobody.post("auth/login", wrong).status == 401)
                await log.line(with: "login-failed")
                let failed = ["type": "login-failed"]
                #expect(try await practice.metrics().value("chairside_security_events_total", failed) == 1)
                let line = try #require(log.lines.first { $0.contains("login-failed") })
                #expect(line.contains("security event") && line.contains("account") && !line.contains("reception@"))
            }
        }

        @Test func `the duration of a poll with Prefer: wait is not in its operation's histogram`() async throws {
            try await Practice.open(metricsPort: 0) { practice in
                let reception = try await practice.signIn("reception")
                let path = "reception/queue?date=\(try await practice.day(3))"
                let answer = try await reception.get(path, ["Prefer": "wait=25", "If-None-Match": "W/\"v0\""])
                #expect(answer.status == 200)
                let page = try await practice.metrics()
                #expect(page.value("chairside_requests_total", ["operation": "getReceptionQueue"]) == 1)
                let operation = ["operation": "getReceptionQueue"]
                #expect(page.value("chairside_request_duration_seconds_count", operation) == 0)
                #expect(page.value("chairside_held_request_duration_seconds_count") == 1)
            }
        }

        @Test
        func `after bookings, searches and a failed login, the metrics contain no name or id of a person or clinic`()
            async throws
        {
            try await Practice.open(metricsPort: 0) { practice in
                let reception = try await practice.signIn("reception")
                let name = #""given_name":"Zoë","family_name":"Quändtmetrik","birth_date":"1987-03-04""#
                let patient = try await reception.post("patients", "{\(name)}").text("id")
                let visit = try await reception.book(patient).text("id")
                _ = try await reception.get("patients?q=Quändtmetrik".replacing("ä", with: "%C3%A4"))
                _ = try await reception.get("patients/quandtmetrik")
                _ = try await reception.get("/quandtmetrik/\(patient)?quandtmetrik")
                _ = try await reception.get("appointments/\(visit)", ["traceparent": "quandtmetrik"])
                _ = try await practice.nobody.post("auth/login", #"{"email":"quandtmetrik@x.example","password":"x"}"#)
                let page = try await practice.metrics()
                #expect(page.faults == [])
                let text = page.text.lowercased()
                for marker in ["quändt", "quandt", "zoë", patient, visit, reception.subject, "eyj", "spree"] {
                    #expect(!text.contains(marker), "\(marker)")
                }
                #expect(text.firstMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}/) == nil)
                #expect(text.firstMatch(of: /[0-9a-f]{32}/) == nil)
                let labels: Set = [
                    "operation", "status", "stage", "outcome", "limit", "table", "pool", "loop", "way", "le", "version",
                    "schema", "api", "commit", "channel",
                    // The types of security events, if the failed login was reported before the metrics were read.
                    "type",
                ]
                for sample in page.families.flatMap(\.samples) { #expect(labels.isSuperset(of: sample.labels.keys)) }
            }
        }

        @Test func `the server's metrics are available only on the separate metrics port`() async throws {
            try await Practice.open(metricsPort: 0) { practice in
                #expect(try await practice.nobody.get("/metrics").status == 404)
                #expect(
                    try await practice.askMetrics("GET", "/metrics").fields["content-type"]
                        == "text/plain; version=0.0.4; charset=utf-8")
                for path in ["/", "/metrics/", "/metrics/x", "/livez", "/readyz", "/api/v1/status", "/openapi.json"] {
                    #expect(try await practice.askMetrics("GET", path).status == 404, "\(path)")
                }
                for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
                    let answer = try await practice.askMetrics(method, "/metrics")
                    #expect(answer.status == 405, "\(method)")
                    #expect(answer.fields["allow"] == "GET, HEAD")
                }
                let head = try await practice.askMetrics("HEAD", "/metrics")
                #expect(head.status == 200 && head.body.isEmpty)
                #expect(try await practice.askMetrics("GET", "/metrics?x=1").status == 200)
            }
            try await Practice.open { practice in #expect(practice.server.metricsPort == nil) }
        }

        @Test func `the metrics port cannot be reached at another address than 127.0.0.1`() async throws {
            try await Practice.open(metricsPort: 0) { practice in
                let port = try #require(practice.server.metricsPort)
                let wire = practice.wire
                let own = try await Shell.run(["hostname", "-I"]).split(whereSeparator: \.isWhitespace).map(String.init)
                // For comparison, open a listener that can be reached at all addresses of the machine.
                let everywhere = try TCPListener(on: wire, ListeningSocket(host: "0.0.0.0", port: 0)) { $0.close() }
                defer { everywhere.close() }
                for address in ["127.0.0.2"] + own.filter({ !$0.contains(":") }) {
                    try await wire.run {
                        let open = try SocketAddress(numericHost: address, port: everywhere.port)
                        try await TCPConnection.connect(to: open, on: wire).close()
                        let closed = try SocketAddress(numericHost: address, port: port)
                        await #expect(throws: SystemError.self, "\(address)") {
                            try await TCPConnection.connect(to: closed, on: wire).close()
                        }
                    }
                }
            }
        }
    }
}

extension Practice {
    func askMetrics(_ method: String, _ path: String) async throws -> HTTPAnswer {
        guard let port = server.metricsPort else { throw Missing(what: "a port for metrics") }
        return try await exchange(method, path, [:], "", with: port, on: wire)
    }

    func metrics() async throws -> MetricsText { MetricsText(try await askMetrics("GET", "/metrics").body) }

    /// Sends the bytes of `text` unchanged to the port for requests, not to the metrics port.
    func send(_ text: String) async throws -> HTTPAnswer { try await exchange(Array(text.utf8), with: port, on: wire) }
}
