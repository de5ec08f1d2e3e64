import ClinicTestSupport
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests that a request's log lines and its answer have the same trace (W3C Trace Context).
    @Suite struct Traces {
        private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        private static let span = "00f067aa0ba902b7"
        private static let field = "00-\(trace)-\(span)-01"

        @Test func `a client's trace id is used in the log and returned in the answer`() async throws {
            let log = KeptLog()
            try await Practice.open(logger: log.logger) { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let patients = try await reception.get("patients?limit=3").items.map { try $0.text("id") }
                let fields = [Self.field, Self.field.uppercased(), nil]
                var span = ""
                for (patient, field) in zip(patients, fields) {
                    _ = try await admin.put("patients/\(patient)/restriction", #"{"restricted":true}"#)
                    let opened = try await reception.send(
                        "POST", "patients/\(patient)/emergency-access", #"{"reason":"Unconscious"}"#,
                        field.map { ["traceparent": $0] } ?? [:])
                    #expect(opened.status == 201)
                    if field == Self.field {
                        let parts = try #require(opened.fields["traceresponse"]).split(separator: "-")
                        #expect(parts.count == 4 && parts[0] == "00" && parts[1] == Self.trace && parts[3] == "01")
                        #expect(parts[2].count == 16 && parts[2] != Self.span)
                        span = String(parts[2])
                    } else {
                        #expect(opened.fields["traceresponse"] == nil)
                    }
                }
                let told = log.lines.filter { $0.contains("a restricted record was opened in an emergency") }
                #expect(told.count == 3)
                #expect(told.filter { $0.contains(Self.trace) }.count == 1)
                #expect(told[0].contains(Self.trace) && told[0].contains(span))
                // A request without a valid `traceparent` gets a new trace.
                let ids = told.compactMap { $0.firstMatch(of: /"trace": "?([0-9a-f]{32})/)?.1 }
                #expect(Set(ids).count == 3)
                #expect(!told.contains { $0.lowercased().contains(Self.span) })
            }
        }

        @Test func `a request with two or no traceparent fields gets an answer without traceresponse`() async throws {
            try await Practice.open { practice in
                func ask(_ fields: String) async throws -> String? {
                    try await practice.send(
                        "GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(fields)\r\n"
                    ).fields["traceresponse"]
                }
                let one = try await ask("TraceParent: \(Self.field)\r\n")
                #expect(one?.contains(Self.trace) == true)
                for fields in [
                    "traceparent: \(Self.field)\r\ntraceparent: \(Self.field)\r\n", "tracestate: a=b\r\n", "",
                ] {
                    let none = try await ask(fields)
                    #expect(none == nil)
                }
            }
        }

        @Test func `the answer to an internal error names the trace of the log line about the error`() async throws {
            let log = KeptLog()
            try await Practice.open(logger: log.logger) { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await reception.get("patients?limit=1").items[0].text("id")
                try await TestDatabase.current.withConnection { connection in
                    _ = try await connection.perform("ALTER TABLE invoice RENAME TO elsewhere")
                }
                let failed = try await reception.get("invoices?patient_id=\(patient)")
                #expect(failed.status == 500)
                let parts = try #require(failed.fields["traceresponse"]).split(separator: "-")
                #expect(parts.count == 4 && parts[3] == "00")
                let line = try #require(log.lines.first { $0.contains(parts[1]) })
                #expect(line.contains("request failed") && line.contains(parts[2]) && line.contains("listInvoices"))
                #expect(!line.contains(patient))
            }
        }
    }
}
