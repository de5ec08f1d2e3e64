import ClinicServer
import ClinicTestSupport
import Endpoints
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests each combination of role, endpoint and owner of the requested entity. The requests are generated from the
/// endpoints' declarations.
@Suite(.database(.demo)) struct AuthorizationMatrixTests {
    @Test func `every endpoint gives each caller exactly the access that the endpoint's declaration says`() async throws
    {
        try await Practice.open { practice in
            let matrix = try await AuthorizationMatrix(practice)
            let before = try await Elsewhere.state()
            let operations = ServerAPI.operations
            let closed = operations.filter(\.requiresAuthentication)
            for operation in operations where !operation.requiresAuthentication {
                try await matrix.walkInTheOpen(operation)
            }
            for operation in closed { try await matrix.walkWhoMayNot(operation) }
            for operation in closed { try await matrix.walkWhatIsHidden(operation) }
            #expect(try await Elsewhere.state() == before)
            for operation in closed where operation.isSafe { try await matrix.walkWhatIsShown(operation) }
            for operation in closed { try await matrix.walkWhatIsAllowed(operation) }
            #expect(try await Elsewhere.state() == before)
            try await expectNoLeak(matrix)
            expectAllCells(matrix, closed)
            RoleSchemas.expectDescribed(matrix.seen, of: closed)
        }
    }

    private func expectAllCells(_ matrix: AuthorizationMatrix, _ operations: [Operation]) {
        for operation in operations {
            let everybody = Set(["nobody"] + Role.allCases.map(\.rawValue))
            #expect(matrix.tried[operation.id] == everybody, "\(operation.id)")
        }
    }

    private func expectNoLeak(_ matrix: AuthorizationMatrix) async throws {
        let elsewhere = try await Secrets.all(of: "harbor", clinic: Elsewhere.clinic)
        let here = try await Secrets.all(of: "spree", clinic: Elsewhere.callers)
        let patient = try #require(matrix.patient).subject
        // A patient sees who their guardian is.
        let others = try await Secrets.others(
            than: patient, names: ["Zweitespree"], except: [matrix.here.things[0][.guardian] ?? ""])
        #expect(elsewhere.ids.count > 200 && here.ids.count > 200 && others.ids.count > 50)
        for answer in matrix.seen {
            #expect(elsewhere.found(in: answer.text, except: answer.asked) == [], "\(answer.cell)")
            switch answer.role {
            case nil, .person: #expect(here.found(in: answer.text, except: answer.asked) == [], "\(answer.cell)")
            case .patient: #expect(others.found(in: answer.text, except: answer.asked) == [], "\(answer.cell)")
            case .doctor, .receptionist, .admin: break
            }
        }
    }
}

/// The two clinics of the authorization matrix: every caller belongs to `callers`, and none may see or change `clinic`.
enum Elsewhere {
    static let callers = "c11c0000-0000-8000-8000-000000000001"
    static let clinic = "c11c0000-0000-8000-8000-000000000002"

    /// The number of events, and the memberships, sessions and devices of the clinic that no caller may change, as
    /// text. A test compares them before and after requests, to find out whether anything was written. Two things are
    /// omitted that the server writes by itself: reminders of visits, and the last use of sessions.
    static func state() async throws -> [String] {
        try await TestDatabase.current.withConnection { connection in
            try await connection.perform(
                """
                SELECT count(*)::text FROM event WHERE clinic_id = \(clinic)::text::uuid AND type <> 'visit-reminded'
                UNION ALL (SELECT m::text FROM membership AS m WHERE clinic_id = \(clinic)::text::uuid ORDER BY 1)
                UNION ALL (SELECT (to_jsonb(s) - 'last_seen_at')::text FROM session AS s WHERE clinic_id = \(clinic)::text::uuid ORDER BY 1)
                UNION ALL (SELECT d::text FROM user_device AS d WHERE clinic_id = \(clinic)::text::uuid ORDER BY 1)
                """, effect: .reads
            ).map { try $0.text(0) }
        }
    }
}
