import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// An app's report about the device that it runs on.
struct DeviceReport: Sendable {
    /// The finding of an app about the device, in the words of the medication app.
    enum Finding: String, Hashable, Sendable, CaseIterable { case secure, suspicious, jailbroken }
    /// The next step of the app after a finding.
    enum Action: String, Hashable, Sendable, CaseIterable { case block, warn, log, none }

    let compromised: Bool?
    /// The app's names for the problems that it has found on the device, such as `suspicious_file`.
    let signals: [String]
    let result: Finding?
    let action: Action?
    let osVersion: String?
    let deviceModel: String?
    let foundAt: Instant?

    var isCompromised: Bool { compromised ?? (result == .jailbroken) }

    /// The state of a device by its report.
    enum State { case clean, suspicious, compromised }

    var state: State {
        isCompromised ? .compromised : signals.isEmpty && result ?? .secure == .secure ? .clean : .suspicious
    }

    static let codec = object(
        DeviceReport.checked(compromised:signals:result:action:osVersion:deviceModel:foundAt:),
        optionalField(
            "compromised", \.compromised,
            .bool.described(
                "Whether the device's own protection has been removed (jailbreak, root); needed without `result`.")),
        field(
            "signals", \.signals,
            .array(.string(1...64), 0...20).described(
                "The app's findings, by its own names, such as `suspicious_file`."), default: []),
        optionalField(
            "result", \.result,
            .stringEnum.described(
                "The app's finding in one word, instead of `compromised`: `jailbroken` is compromised.")),
        optionalField(
            "action", \.action, .stringEnum.described("The app's next step: `block`, `warn`, `log` or `none`.")),
        optionalField("osVersion", \.osVersion, .string(1...64).described("The version of the device's system.")),
        optionalField("deviceModel", \.deviceModel, .string(1...64).described("The device's model.")),
        optionalField("timestamp", \.foundAt, .instant.described("When the app looked, by its clock."))
    ).described("An app's report on the device that it runs on.").named("DeviceReport")

    private static func checked(
        compromised: Bool?, signals: [String], result: Finding?, action: Action?, osVersion: String?,
        deviceModel: String?, foundAt: Instant?
    ) throws(CheckFailure) -> DeviceReport {
        guard compromised != nil || result != nil else {
            throw CheckFailure("missing", "needs `compromised` or `result`")
        }
        guard compromised == nil || result == nil || compromised == (result == .jailbroken) else {
            throw CheckFailure("ambiguous", "`compromised` and `result` contradict each other")
        }
        return DeviceReport(
            compromised: compromised, signals: signals, result: result, action: action, osVersion: osVersion,
            deviceModel: deviceModel, foundAt: foundAt)
    }
}

extension Identity {
    /// The maximum number of reports of one session that are kept within a day.
    static let reportsPerDay: Int64 = 20

    /// Stores a device's report, unless the session has sent 20 within a day. If the device is compromised, the
    /// account's present and future sessions on it lose access to all data of the clinic, at once on every server. A
    /// later clean report removes this restriction from sessions that were opened after the compromising report, and
    /// from future ones. A report with findings about a device that is not compromised is kept, and changes no
    /// restriction.
    func report(_ report: DeviceReport, by caller: Principal, at now: Instant) async throws {
        var statements: [Statement] = [
            AccountTurn.changes(caller.account),
            """
            INSERT INTO device_report (report_id, clinic_id, account_id, session_id, device_id, compromised, signals,
                action, os_version, device_model, found_at, reported_at)
            SELECT \(newID(at: now)), clinic_id, account_id, session_id, device_id, \(report.isCompromised),
                \(report.signals)::text[], \(report.action?.rawValue), \(report.osVersion), \(report.deviceModel),
                \(report.foundAt), \(now)
            FROM session
            WHERE session_id = \(caller.session) AND (
                SELECT count(*) FROM device_report
                WHERE device_report.session_id = \(caller.session) AND reported_at > \(now.adding(days: -1))
                ) < \(Self.reportsPerDay)
            """,
        ]
        switch report.state {
        case .clean: statements += lift(caller)
        case .suspicious: break
        case .compromised: statements += restrict(caller, at: now)
        }
        let rows = try await pool.perform(statements)
        await forgetEverywhere(try rows.dropFirst(2).joined().map { try $0.uuid(0) })
    }

    private func restrict(_ caller: Principal, at now: Instant) -> [Statement] {
        [
            """
            INSERT INTO compromised_device (account_id, device_id, reported_at)
            SELECT account_id, device_id, \(now) FROM session WHERE session_id = \(caller.session)
            ON CONFLICT (account_id, device_id) DO UPDATE SET reported_at = excluded.reported_at
            """,
            """
            UPDATE session SET compromised_at = \(now)
            FROM session AS here
            WHERE here.session_id = \(caller.session) AND session.account_id = here.account_id
                AND session.device_id = here.device_id AND session.ended_at IS NULL
                AND session.compromised_at IS NULL
            RETURNING session.session_id
            """,
        ]
    }

    private func lift(_ caller: Principal) -> [Statement] {
        [
            """
            WITH lifted AS (
                DELETE FROM compromised_device USING session AS here
                WHERE here.session_id = \(caller.session) AND compromised_device.account_id = here.account_id
                    AND compromised_device.device_id = here.device_id
                RETURNING compromised_device.account_id, compromised_device.device_id, reported_at
            )
            UPDATE session SET compromised_at = NULL
            FROM lifted
            WHERE session.account_id = lifted.account_id AND session.device_id = lifted.device_id
                AND session.ended_at IS NULL AND session.created_at > lifted.reported_at
            RETURNING session.session_id
            """
        ]
    }

    static let reportEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .post, "/api/v1/device-reports", id: "reportDevice", summary: "Report the device's security state",
            details: """
                If the device is compromised (jailbreak, root), the account's sessions on it are restricted from now \
                on, and so are those of later logins: they reach nothing of the clinic. After a later clean report a \
                new login is not restricted; sessions that were open when the device was reported stay restricted. A \
                report is clean if `compromised` is false and `signals` is empty. A report with `signals` of a device \
                that is not compromised is recorded, and changes no restriction. An app may send its finding as `result` \
                instead: `jailbroken` is a compromised device, `secure` a clean report. A locked session may report too, since \
                an app looks at the device when it starts.
                """,
            tag: "Identity", for: SignedIn.self, evenLocked: true, evenRestricted: true,
            takes: .body(DeviceReport.codec),
            answers: [.noContent("Nothing; the report is recorded")]
        ) { caller, report in
            IdentityAction { identity, now in
                try await identity.report(report, by: caller.principal, at: now)
                return .noContent
            }
        }
    ]
}
