import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// What an app has found out about the device that it runs on (O24).
struct DeviceReport: Sendable {
    let isCompromised: Bool
    /// By the app's own names, such as `suspicious_file`.
    let signals: [String]

    static let codec = object(
        DeviceReport.init, field("compromised", \.isCompromised, .bool),
        field("signals", \.signals, .array(.string(1...64), 0...20))
    ).named("DeviceReport")
}

extension Identity {
    /// Reports of one session that are kept within a day.
    static let reportsPerDay: Int64 = 20

    /// Keeps the report, unless the session has made many today. Where the device is compromised, the account's sessions on it reach nothing of the clinic any
    /// more, at once and on every node; saying otherwise later changes nothing, signing in anew does.
    func report(_ report: DeviceReport, by caller: Principal, at now: Instant) async throws {
        var statements: [Statement] = [
            AccountTurn.changes(caller.account),
            """
            INSERT INTO device_report (report_id, clinic_id, account_id, session_id, device_id, signals, reported_at)
            SELECT \(newID(at: now)), clinic_id, account_id, session_id, device_id, \(report.signals)::text[], \(now)
            FROM session
            WHERE session_id = \(caller.session) AND (
                SELECT count(*) FROM device_report
                WHERE device_report.session_id = \(caller.session) AND reported_at > \(now.adding(days: -1))
                ) < \(Self.reportsPerDay)
            """,
        ]
        if report.isCompromised {
            statements.append(
                """
                UPDATE session SET compromised_at = \(now)
                FROM session AS here
                WHERE here.session_id = \(caller.session) AND session.account_id = here.account_id
                    AND session.device_id = here.device_id AND session.ended_at IS NULL
                    AND session.compromised_at IS NULL
                RETURNING session.session_id
                """)
        }
        let rows = try await pool.perform(statements)
        for row in rows.dropFirst(2).joined() { shared.sessions.forget(try row.uuid(0)) }
    }

    static let reportEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .post, "/api/v1/device-reports", id: "reportDevice", summary: "Say what the device has become",
            details: """
                Where it is compromised (jailbroken), the account's sessions on it are restricted from then on: they reach
                nothing of the clinic.
                """,
            tag: "Identity", for: SignedIn.self, evenRestricted: true, takes: .body(DeviceReport.codec),
            answers: [.noContent]
        ) { caller, report in
            IdentityAction { identity, now in
                try await identity.report(report, by: caller.principal, at: now)
                return .noContent
            }
        }
    ]
}
