import ClinicDemo
import ClinicServer
import ClinicTestSupport
import Endpoints
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

/// Walks the operations of the authorization matrix about a person with two records: all entities belong to the record
/// that was merged, and the requests name the surviving record. New operations are included, since the requests are
/// generated from the endpoints' declarations.
@Suite(.database(.demo)) struct MergedWalkTests {
    /// The operations, without those about entities of an account, and about a hold, a draft or an expected check-in,
    /// which a record that is merged does not have.
    private static let operations = ServerAPI.operations.filter { operation in
        operation.requiresAuthentication && !apart.contains(operation.id)
            && ((try? MatrixRequest(operation, as: operation.roles.first))?.places ?? []).allSatisfy {
                !$0.subject.isTheAccounts && ![.hold, .draft].contains($0.subject)
            }
    }

    private static let apart: Set<String> = [
        // These end the merge.
        "unmergePatients", "mergePatients", "erasePatient",
        // Check-ins that are expected of a patient stand in the way of a merge, so only a plan that has ended is left.
        "getCheckInPlan", "getOwnCheckInPlan",
        // The key envelope belongs to an account.
        "getKeyEnvelope",
    ]

    @Test func `each read operation shows of the surviving record what it showed of the merged record`() async throws {
        try await Practice.open { practice in
            let matrix = try await AuthorizationMatrix(practice)
            try await matrix.endCheckIns()
            let things = matrix.thingsOfFirstPatient
            let before = try await answers(matrix, matrix.apps)
            let shown = before.mapValues { answer in things.filter { answer.text.contains($0.value) } }
            #expect(shown.filter { !$0.value.isEmpty }.count > 100)
            let survivor = try await matrix.mergeFirstPatient()
            let after = try await answers(matrix, survivor)
            for (cell, found) in shown {
                let answer = try #require(after[cell], "\(cell)")
                #expect(answer.status == before[cell]?.status, "\(cell): \(answer.text)")
                let missing = found.filter { !answer.text.contains($0.value) }.keys
                #expect(missing.isEmpty, "\(cell) lacks \(missing.map { "\($0)" }.sorted())")
            }
        }
    }

    @Test func `no operation refuses the surviving record's patient or staff what belongs to the merged record`()
        async throws
    {
        try await Practice.open { practice in
            let matrix = try await AuthorizationMatrix(practice)
            try await matrix.endCheckIns()
            let survivor = try await matrix.mergeFirstPatient()
            for operation in Self.operations where !operation.isSafe {
                for role in operation.roles {
                    guard let app = survivor[role] else { continue }
                    let answer = try await ask(operation, matrix, app, role, survivor)
                    let isForbidden = answer.status == 403 && answer.problem == "forbidden"
                    #expect(
                        answer.status != 404 && !isForbidden && answer.problem != "patient-merged",
                        "\(role.rawValue) \(operation.id): \(answer.text)")
                }
            }
        }
    }

    /// Sends each read operation as each role, and returns the answers by operation and role.
    private func answers(_ matrix: AuthorizationMatrix, _ apps: [Role: App]) async throws -> [String: HTTPAnswer] {
        var answers: [String: HTTPAnswer] = [:]
        for operation in Self.operations where operation.isSafe {
            for role in operation.roles {
                guard let app = apps[role] else { continue }
                answers["\(role.rawValue) \(operation.id)"] = try await ask(operation, matrix, app, role, apps)
            }
        }
        return answers
    }

    /// Sends a request about the entities of the first patient, which names the patient who calls as `patient`.
    private func ask(
        _ operation: Operation, _ matrix: AuthorizationMatrix, _ app: App, _ role: Role, _ apps: [Role: App]
    ) async throws -> HTTPAnswer {
        let request = try MatrixRequest(operation, as: role)
        var ids = matrix.ids(request, .own, as: role)
        if ids["patient_id"] != nil { ids["patient_id"] = apps[.patient]?.subject }
        return try await request.send(by: app, ids: ids, fillers: matrix.fillers)
    }
}

extension AuthorizationMatrix {
    /// The clinic's entities that are about the first patient.
    var thingsOfFirstPatient: [Subject: String] {
        here.things[0].filter {
            $0.key.isPrivate && !$0.key.isTheAccounts && ![.patient, .guardian, .draft, .hold].contains($0.key)
        }
    }

    /// Ends the first patient's check-ins, which stand in the way of a merge.
    func endCheckIns() async throws {
        let patient = here.things[0][.patient] ?? ""
        let ended = try await apps[.doctor]?.post("check-ins/patients/\(patient)/plan/end")
        guard let ended, [200, 204].contains(ended.status) else {
            throw Missing(what: "an end of check-ins: \(ended?.text ?? "")")
        }
    }

    /// Merges the first patient's record into the new record of a person with a login, and returns the callers: the
    /// same staff, and the new person as the patient.
    func mergeFirstPatient() async throws -> [Role: App] {
        let (patient, things) = (here.things[0][.patient] ?? "", here.things[0])
        guard let desk = apps[.receptionist] else { throw Missing(what: "a receptionist") }
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform(
                "UPDATE membership SET ended_at = now() WHERE subject_id = \(patient)::text::uuid")
        }
        let discarded = try await desk.post("invoice-drafts/\(things[.draft] ?? "")/discard", key: newKey())
        let released = try await desk.delete("holds/\(things[.hold] ?? "")?patient_id=\(patient)")
        guard discarded.status == 200, [200, 204].contains(released.status) else {
            throw Missing(what: "a record without obstacles: \(discarded.text) \(released.text)")
        }
        let survivor = try await desk.post(
            "patients", #"{"given_name":"Erna","family_name":"Zweimal","birth_date":"1980-01-30"}"#
        ).text("id")
        let login = #"{"email":"erna@spree.example","password":"\#(DemoLogin.password)"}"#
        let given = try await desk.post("patients/\(survivor)/account", login)
        let merged = try await desk.post(
            "patients/\(survivor)/merge", #"{"patient_id":"\#(patient)","reason":"Registered twice"}"#)
        guard given.status == 201, merged.status == 200 else {
            throw Missing(what: "a merged record: \(given.text) \(merged.text)")
        }
        var callers = apps
        callers[.patient] = try await practice.signIn("erna")
        return callers
    }
}
