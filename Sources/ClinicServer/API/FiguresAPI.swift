import Clinic
import Endpoints
import EventSourcing
import EventStore
import JSON
import PostgresClient
import Projections

/// The endpoints for the admin's figures as CSV files.
enum FiguresAPI {
    static let endpoints: [Endpoint<ServerAction>] = [
        Endpoint(
            .get, "/api/v1/admin/kpis/bars.csv", id: "exportKPIBars",
            summary: "Download the figures of weeks or months as CSV",
            details: "\(form) Lines and columns are the bars and their members of `GET /api/v1/admin/kpis/bars`.",
            tag: "Dashboard",
            for: AdminOnly.self, takes: .kpiFrom, .kpiTo, .kpiLength, .kpiSplit,
            answers: [.ok(mediaType: "text/csv", "The file")]
        ) { caller, from, to, length, split in
            .work { services, call in
                let make = KPIBars.query(caller.clinic, from: from, to: to, by: length, split)
                return try await services.csv(make, KPIBar.columns, as: "figures.csv", call, caller.principal)
            }
        },
        Endpoint(
            .get, "/api/v1/admin/payroll.csv", id: "exportPayroll",
            summary: "Download the doctors' hours and production as CSV",
            details: "\(form) The columns are those of `GET /api/v1/admin/payroll`.", tag: "Dashboard",
            for: AdminOnly.self, takes: .kpiFrom, .kpiTo, answers: [.ok(mediaType: "text/csv", "The file")]
        ) { caller, from, to in
            .work { services, call in
                let make = PayrollLine.query(caller.clinic, from: from, to: to)
                return try await services.csv(make, PayrollLine.columns, as: "payroll.csv", call, caller.principal)
            }
        },
        Endpoint(
            .get, "/api/v1/admin/reports/receivables.csv", id: "exportReceivables",
            summary: "Download what is to be paid, by age, as CSV",
            details: "\(form) The columns are those of `GET /api/v1/admin/reports/receivables`.", tag: "Dashboard",
            for: AdminOnly.self, answers: [.ok(mediaType: "text/csv", "The file")]
        ) { caller in
            .work { services, call in
                let make = Receivable.query(caller.clinic)
                return try await services.csv(make, Receivable.columns, as: "receivables.csv", call, caller.principal)
            }
        },
        Endpoint(
            .get, "/api/v1/admin/reports/appointments.csv", id: "exportStatusCounts",
            summary: "Download the numbers of a period's appointments by status as CSV",
            details: "\(form) The columns are those of `GET /api/v1/admin/reports/appointments`.", tag: "Dashboard",
            for: AdminOnly.self, takes: .kpiFrom, .kpiTo, answers: [.ok(mediaType: "text/csv", "The file")]
        ) { caller, from, to in
            .work { services, call in
                let make = StatusCount.query(caller.clinic, from: from, to: to)
                return try await services.csv(
                    make, StatusCount.columns, as: "appointments.csv", call, caller.principal)
            }
        },
        Endpoint(
            .get, "/api/v1/admin/reports/new-patients.csv", id: "exportNewPatients",
            summary: "Download the numbers of new patients by month as CSV",
            details: "\(form) The columns are those of `GET /api/v1/admin/reports/new-patients`.", tag: "Dashboard",
            for: AdminOnly.self, takes: .kpiFrom, .kpiTo, answers: [.ok(mediaType: "text/csv", "The file")]
        ) { caller, from, to in
            .work { services, call in
                let make = NewPatients.query(caller.clinic, from: from, to: to)
                return try await services.csv(
                    make, NewPatients.columns, as: "new-patients.csv", call, caller.principal)
            }
        },
    ]

    private static let form = """
        A file in UTF-8 (RFC 4180); the first line has the columns' names. Amounts are in the currency's minor units.
        """
}

extension LoopServices {
    typealias MakeQuery = @Sendable (inout DecisionModel<ClinicEvent>, Instant) throws(Problem) -> DocumentQuery

    /// Runs a query, and returns its rows as a CSV file: one line for the JSON object of each row.
    ///
    /// - Parameter columns: the names of the members that are shown, with `.` between nested ones.
    fileprivate func csv(
        _ make: @escaping MakeQuery, _ columns: [String], as name: String, _ call: ServerCall, _ principal: Principal
    ) async throws -> WorkAnswer {
        let query: DocumentQuery
        do throws(LogFailure<Problem>) {
            query = try await log.read(principal.clinic, fresh: false) { model throws(Problem) in
                try make(&model, call.now)
            }
        } catch { throw error.problem }
        if !query.asyncProjections.isEmpty {
            _ = try await log.catchUp(query.asyncProjections, in: principal.clinic, within: patienceForFigures)
        }
        let rows = try await documents.read(query.statement, of: principal.clinic)
        let bytes = try await shared.heavy.compute {
            var lines = [columns.joined(separator: ",")]
            for row in rows {
                let value = try JSONValue(parsing: try row.bytes(0), limits: .stored)
                lines.append(columns.map { CSVField.text(of: value, at: $0) }.joined(separator: ","))
            }
            return Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
        }
        return WorkAnswer(200, bytes, mediaType: "text/csv; charset=utf-8; header=present", fileName: name)
    }
}

/// A field of a CSV file (RFC 4180).
enum CSVField {
    /// The value at a path in a JSON object as a field of a CSV file; an empty field if the value is null or absent.
    ///
    /// - Parameter path: names of members, with `.` between nested ones.
    static func text(of value: JSONValue, at path: String) -> String {
        let names = path.split(separator: ".").map(String.init)
        guard let found = names.reduce(value as JSONValue?, { $0?[$1] }) else { return "" }
        return quoted(found.string ?? (found.kind == .null ? "" : "\(found)"))
    }

    /// A text as a field of a CSV file, in quotes if it needs them. A text that begins like a formula gets an
    /// apostrophe, so that a spreadsheet does not execute it (OWASP, "CSV Injection").
    static func quoted(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@\t\r".contains($0) } == true && Double(text) == nil
        let safe = isFormula ? "'" + text : text
        guard safe.contains(where: { "\",\r\n".contains($0) }) else { return safe }
        return "\"" + safe.replacing("\"", with: "\"\"") + "\""
    }
}
