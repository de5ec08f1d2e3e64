import Clinic
import Identifiers
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests the read of the table `history_form` by the reception's queue.
@Suite(.database(.clinic)) struct HistoryFormTableTests {
    @Test
    func `the check whether medical history forms are due uses an index, and does not scan the clinic's 5000 forms`()
        async throws
    {
        try await TestDatabase.current.withConnection { connection in
            let here = PatientTableTests.here
            _ = try await connection.perform([
                """
                INSERT INTO history_form (clinic_id, form_id, document, outline, patient_id, valid_until)
                SELECT \(here)::uuid, gen_random_uuid(), '{}', '{}', gen_random_uuid(), '2027-11-23'
                FROM generate_series(1, 5000)
                """,
                "ANALYZE history_form", "SELECT set_config('app.clinic', \(here.text), false)",
                "SET ROLE chairside_reader",
            ])
            let isDue = HistoryFormStatus.isDue("p.patient_id", in: here, on: "date '2026-11-23'")
            let plan = try await connection.perform(
                "EXPLAIN (COSTS OFF) SELECT \(isDue) FROM patient AS p WHERE p.clinic_id = \(here)"
            ).map { try $0.text(0) }
            #expect(plan.contains { $0.contains("history_form_valid") }, "\(plan)")
            #expect(!plan.contains { $0.contains("Seq Scan on history_form") }, "\(plan)")
        }
    }
}
