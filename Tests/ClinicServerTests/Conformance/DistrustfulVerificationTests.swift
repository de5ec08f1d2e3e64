import ClinicDemo
import ClinicOperations
import ClinicTestSupport
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests that a verification trusts nothing of the database that it checks.
    @Suite(.database(.demo)) struct DistrustfulVerification {
        /// Changes of the schema that a superuser makes to hide or prepare a change of data, each with the finding that
        /// the verification must report.
        private static let schemaChanges: [(what: String, statement: Statement, finding: String)] = [
            (
                "the function that refuses changes does nothing",
                "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
                "another function refuse_change() than this release"
            ),
            (
                "a trigger that refuses changes is dropped", "DROP TRIGGER append_only ON event",
                "lacks the trigger append_only of event"
            ),
            (
                "a trigger is switched off", "ALTER TABLE membership DISABLE TRIGGER record_credential",
                "another trigger record_credential of membership than this release"
            ),
            (
                "row security is off", "ALTER TABLE patient DISABLE ROW LEVEL SECURITY",
                "another relation of patient than this release"
            ),
            (
                "a server may update the access log", "GRANT UPDATE ON patient_access TO chairside_server",
                "another rights for chairside_server of patient_access than this release"
            ),
            (
                "everybody may read the accounts", "GRANT SELECT ON account TO PUBLIC",
                "has a rights for everybody of account that this release does not have"
            ),
            (
                "a column has another default", "ALTER TABLE account ALTER COLUMN password_source SET DEFAULT 'owner'",
                "another column password_source of account than this release"
            ),
            (
                "a rule answers instead of a table", "CREATE RULE nothing AS ON DELETE TO session DO INSTEAD NOTHING",
                "has a rule nothing of session that this release does not have"
            ),
            (
                "a policy shows all clinics", "CREATE POLICY more ON patient TO chairside_reader USING (true)",
                "has a policy more of patient that this release does not have"
            ),
            (
                "a table has a child", "CREATE TABLE more_accesses () INHERITS (patient_access)",
                "has a inheritance more_accesses of patient_access that this release does not have"
            ),
        ]

        @Test func `a verification reports every change of functions, triggers, policies, rules and rights`()
            async throws
        {
            let database = try TestDatabase.current
            #expect(try await findings(database) == [])
            for change in Self.schemaChanges {
                try await database.withConnection { connection in _ = try await connection.perform(change.statement) }
                let found = try await findings(database)
                #expect(found.contains { $0.hasSuffix(change.finding) }, "\(change.what): \(found)")
            }
            let documents = try await Installation.demo(database.conninfo).verify().differences
            for change in Self.schemaChanges {
                #expect(documents.contains { $0.hasSuffix(change.finding) }, "\(change.what): \(documents)")
            }
        }

        @Test func `a table, a view and a function that an operator adds are notes, not findings`() async throws {
            let database = try TestDatabase.current
            try await database.withConnection { connection in
                _ = try await connection.perform([
                    "CREATE TABLE report (day date PRIMARY KEY)", "CREATE VIEW busy_days AS SELECT day FROM report",
                    "CREATE FUNCTION week_of(day date) RETURNS numeric LANGUAGE sql RETURN extract(week FROM day)",
                ])
            }
            let report = try await Installation.demo(database.conninfo).verifyChain(heads: nil)
            #expect(report.findings == [])
            #expect(report.notes.contains { $0.contains("relation of busy_days") }, "\(report.notes)")
            #expect(report.notes.contains { $0.contains("function week_of(date)") }, "\(report.notes)")
        }

        @Test func `a verification runs no function and no operator of the database that it checks`() async throws {
            try await Practice.open { practice in try await workADay(practice) }
            let database = try TestDatabase.current
            #expect(try await findings(database) == [])
            // The functions that made the digests now give the digest that is stored, whatever the row has.
            try await database.withConnection { connection in
                _ = try await connection.perform([
                    "CREATE TABLE told AS SELECT a.access_id, record_digest(a) AS digest FROM patient_access AS a",
                    """
                    CREATE FUNCTION stop() RETURNS boolean LANGUAGE plpgsql AS
                    'BEGIN RAISE EXCEPTION $text$the verification ran code of the database$text$; END'
                    """,
                    """
                    CREATE OR REPLACE FUNCTION record_digest(a patient_access) RETURNS bytea LANGUAGE sql STABLE AS
                    'SELECT digest FROM told WHERE access_id = a.access_id AND stop()'
                    """,
                    """
                    CREATE OR REPLACE FUNCTION credential_of(a account) RETURNS credential LANGUAGE sql STABLE AS
                    'SELECT ROW(NULL, NULL, NULL, NULL)::credential WHERE stop()'
                    """,
                    "CREATE FUNCTION as_text(uuid) RETURNS text LANGUAGE sql AS 'SELECT current_user::text WHERE stop()'",
                    "CREATE CAST (uuid AS text) WITH FUNCTION as_text(uuid) AS IMPLICIT",
                    "CREATE FUNCTION is_smaller(uuid, text) RETURNS boolean LANGUAGE sql AS 'SELECT stop()'",
                    "CREATE OPERATOR < (LEFTARG = uuid, RIGHTARG = text, FUNCTION = is_smaller)",
                    "CREATE FUNCTION octet_length(integer) RETURNS integer LANGUAGE sql AS 'SELECT 1 WHERE stop()'",
                    "SET session_replication_role = replica",
                    "UPDATE patient_access SET operation = 'nothing' WHERE access_id = (SELECT access_id FROM told LIMIT 1)",
                    """
                    UPDATE account SET password_hash = (
                        SELECT password_hash FROM account WHERE email = 'patient1@spree.example')
                    WHERE email = 'admin@spree.example'
                    """,
                ])
            }
            let found = try await findings(database).map(withoutIDs)
            for finding in [
                "patient_access * was altered", "account * was altered past the server",
                "another function record_digest(public.patient_access) than this release",
                "has a cast uuid to text that this release does not have",
                "has a operator uuid < text that this release does not have",
            ] {
                #expect(found.contains { $0.hasSuffix(finding) }, "\(finding): \(found)")
            }
            _ = try await Installation.demo(database.conninfo).verify()
        }

        @Test func `rows and commands that are dated back by minutes are found`() async throws {
            let database = try TestDatabase.current
            try await Practice.open { practice in try await workADay(practice) }
            try await database.withConnection { connection in
                _ = try await connection.perform([
                    "SET session_replication_role = replica",
                    """
                    UPDATE command SET recorded_at = recorded_at - interval '7 minutes' WHERE command_id = (
                        SELECT command_id FROM command WHERE first_position > 0 ORDER BY recorded_at DESC LIMIT 1)
                    """,
                    """
                    INSERT INTO patient_access
                    SELECT clinic_id, first_id(now() - interval '7 minutes'), now() - interval '7 minutes', account_id,
                           subject_id, role, operation, patients
                    FROM patient_access ORDER BY accessed_at DESC LIMIT 1
                    """,
                ])
            }
            let found = try await findings(database).map(withoutIDs)
            #expect(found.contains { $0.hasSuffix("command * is dated otherwise than its event") }, "\(found)")
            try await Practice.open { practice in try await workADay(practice) }
            let later = try await findings(database).map(withoutIDs)
            #expect(
                later.contains { $0.contains("patient_access * was written later") || $0.contains("put there later") },
                "\(later)")
        }

        /// Sends requests that log in, read patients and book an appointment, so that there are records of each kind.
        private func workADay(_ practice: Practice) async throws {
            let reception = try await practice.signIn("reception")
            let patients = try await reception.get("patients?limit=3").items
            for patient in patients {
                #expect(try await reception.get("patients/\(patient.text("id"))").status == 200)
            }
            let patient = try #require(patients.first)
            #expect(try await reception.book(patient.text("id")).status == 201)
        }

        private func findings(_ database: TestDatabase) async throws -> [String] {
            try await Installation.demo(database.conninfo).verifyChain(heads: nil).findings
        }

        private func withoutIDs(_ finding: String) -> String {
            finding.replacing(/[0-9a-f]{8}-[0-9a-f-]{27}(\/[^ ]*)?/, with: "*")
        }
    }
}
