import ClinicServer
import ClinicTestSupport
import Endpoints
import JSON
import TestSupport
import Testing

/// Repeats each command with its Idempotency-Key after the caller has lost the access, and compares the answer with the
/// answer to a new request.
@Suite(.database(.demo)) struct ReplayWalkTests {
    private struct Done {
        let request: MatrixRequest
        let role: Role
        let ids: [String: String]
        let fillers: [String: String]
        let key: String
    }

    /// The commands, without those that restrict the record or open it to the callers.
    private static let operations = ServerAPI.operations.filter {
        $0.requiresAuthentication && !$0.isSafe && $0.idempotency != .none && $0.tag != "Confidentiality"
    }

    /// Performs each command as the given roles, and returns those that were carried out.
    private func perform(_ matrix: AuthorizationMatrix, as roles: Set<Role>) async throws -> [Done] {
        var done: [Done] = []
        for operation in Self.operations {
            for role in operation.roles where roles.contains(role) {
                let request = try MatrixRequest(operation, as: role)
                let token = newKey()
                let fillers = matrix.fillers.merging(["new_token": token, "new_code": String(token.prefix(13))]) { $1 }
                let one = Done(
                    request: request, role: role, ids: matrix.ids(request, .own, as: role), fillers: fillers,
                    key: newKey())
                if try await (200..<300).contains(repeating(one, matrix).status) { done.append(one) }
            }
        }
        return done
    }

    private func repeating(_ done: Done, _ matrix: AuthorizationMatrix, key: String? = nil) async throws -> HTTPAnswer {
        let app = try #require(matrix.apps[done.role])
        return try await done.request.send(
            by: app, ids: done.ids, fillers: done.fillers, ["Idempotency-Key": key ?? done.key])
    }

    /// Expects that each command is refused as a repetition if it is refused as a new request because of the access.
    /// Returns the ids of the operations that were refused.
    private func expectSameRefusal(
        _ done: [Done], _ matrix: AuthorizationMatrix, _ statuses: Set<Int>
    ) async throws -> Set<String> {
        var refused: Set<String> = []
        for one in done {
            let operation = one.request.operation.id
            let fresh = try await repeating(one, matrix, key: newKey())
            let again = try await repeating(one, matrix)
            guard statuses.contains(fresh.status) else { continue }
            refused.insert(operation)
            #expect(
                again.status == fresh.status && again.problem == fresh.problem,
                "\(one.role.rawValue) \(operation): \(again.status) \(again.text)")
        }
        return refused
    }

    @Test func `a repeated command of staff is refused like a new one after the record was restricted`() async throws {
        try await Practice.open { practice in
            let matrix = try await AuthorizationMatrix(practice, doctor: practice.doctorWithoutAccess())
            let done = try await perform(matrix, as: [.doctor, .receptionist, .admin])
            try await matrix.restrictFirstPatient()
            let refused = try await expectSameRefusal(done, matrix, [403])
            #expect(refused.isSuperset(of: ["removeFile", "addFile", "nameGuardian", "changeCoverage"]), "\(refused)")
            let mark = FurnishedClinic.clinicalMark("spree", 0)
            for one in done {
                let again = try await repeating(one, matrix)
                #expect(!again.text.contains(mark), "\(one.role.rawValue) \(one.request.operation.id): \(again.text)")
            }
        }
    }

    @Test func `a repeated command of a guardian is refused like a new one after the guardianship ended`() async throws
    {
        try await Practice.open { practice in
            let matrix = try await AuthorizationMatrix(practice, patient: "patient3")
            try await matrix.nameFirstPatientsGuardian()
            let done = try await perform(matrix, as: [.patient])
            try await matrix.releaseFirstPatientsGuardian()
            let refused = try await expectSameRefusal(done, matrix, [403, 404])
            #expect(refused.isSuperset(of: ["fillOwnHistoryForm", "addOwnFile"]), "\(refused)")
        }
    }
}
