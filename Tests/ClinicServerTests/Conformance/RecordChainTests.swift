import ClinicDemo
import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventLoop
import EventSourcing
import Foundation
import Identity
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests the hash chain of the records outside of the feeds: the access log, the security log, credentials and
    /// stored answers.
    @Suite(.database(.demo)) struct RecordChains {
        /// Changes that a superuser makes in a session with disabled triggers, each with the finding that the
        /// verification of the record chain must report.
        private static let tamperings: [(what: String, statement: Statement, finding: String)] = [
            (
                "an entry of the access log names another account",
                "UPDATE patient_access SET account_id = gen_random_uuid() WHERE access_id = (SELECT min(access_id::text)::uuid FROM patient_access)",
                "patient_access * was altered"
            ),
            (
                "an entry of the access log is deleted",
                "DELETE FROM patient_access WHERE access_id = (SELECT max(access_id::text)::uuid FROM patient_access)",
                "patient_access * is missing"
            ),
            (
                "an entry of the access log is made up",
                """
                INSERT INTO patient_access
                SELECT clinic_id, first_id(now() - interval '3 days'), now() - interval '3 days', account_id, subject_id, role,
                       operation, patients
                FROM patient_access LIMIT 1
                """,
                "patient_access * was put there later, past the server"
            ),
            (
                "a login is deleted from the security log",
                "DELETE FROM security_event WHERE event_id = (SELECT max(event_id::text)::uuid FROM security_event WHERE type = 'login')",
                "security_event * is missing"
            ),
            (
                "a password is replaced",
                """
                UPDATE account SET password_hash = (SELECT password_hash FROM account WHERE email = 'patient1@spree.example')
                WHERE email = 'admin@spree.example'
                """,
                "account * was altered past the server"
            ),
            (
                "an account's address for mail is replaced",
                "UPDATE account SET email = 'thief@example.com' WHERE email = 'reception@spree.example'",
                "account * was altered past the server"
            ),
            (
                "a membership is made up",
                """
                INSERT INTO membership (clinic_id, account_id, role, subject_id, created_at)
                SELECT clinic_id, account_id, 'admin', gen_random_uuid(), now() FROM membership
                WHERE account_id = (SELECT account_id FROM account WHERE email = 'patient1@spree.example') LIMIT 1
                """,
                "membership * was put there past the server"
            ),
            (
                "a membership that has ended is opened again, and the record of it is forged",
                """
                WITH opened AS (
                    UPDATE membership SET subject_id = gen_random_uuid() WHERE role = 'doctor' AND ended_at IS NULL
                        AND account_id = (SELECT account_id FROM account WHERE email = 'doctor1@spree.example')
                    RETURNING *
                )
                UPDATE credential_record AS r SET digest = (credential_of(m)).digest
                FROM opened AS o, membership AS m
                WHERE m.account_id = o.account_id AND r.key = (credential_of(m)).key
                """,
                "membership * was altered past the server"
            ),
            (
                "a paired client is made up",
                """
                INSERT INTO paired_client (client_id, account_id, digest, name, paired_at, expires_at, last_used_at)
                SELECT gen_random_uuid(), account_id, sha256('thief'), 'x', now(), now() + interval '1 year', now()
                FROM account LIMIT 1
                """,
                "paired_client * was put there past the server"
            ),
            (
                "a tablet is made up",
                """
                INSERT INTO tablet (tablet_id, clinic_id, name, code, paired_by, paired_at)
                SELECT gen_random_uuid(), clinic_id, 'x', sha256('thief'), account_id, now() FROM membership LIMIT 1
                """,
                "tablet * was put there past the server"
            ),
            (
                "a webhook is made up",
                """
                INSERT INTO webhook (clinic_id, webhook_id, url, event_types, secret, position, leased_until, retry_at,
                    created_at, changed_at)
                SELECT clinic_id, gen_random_uuid(), 'https://thief.example/', '{patient-registered}', '', 0, now(), now(),
                    now(), now()
                FROM clinic_feed LIMIT 1
                """,
                "webhook * was put there past the server"
            ),
            (
                "a stored answer is replaced",
                """
                UPDATE command SET answer = replace(answer, '"status"', '"Status"') WHERE command_id = (
                    SELECT command_id FROM command WHERE answer LIKE '%"status"%' ORDER BY recorded_at DESC LIMIT 1)
                """,
                "command * was altered"
            ),
            (
                "the record that a command was done is deleted",
                "DELETE FROM command WHERE command_id = (SELECT command_id FROM command WHERE answer IS NULL AND first_position > 0 LIMIT 1)",
                "command * is missing"
            ),
            (
                "a segment of the chain is altered",
                "UPDATE record_segment SET items = substr(items, 33) WHERE number = 1 AND octet_length(items) > 32",
                "record segment 1 was altered, or one before it is missing"
            ),
        ]

        @Test
        func `the chain verification finds tampered access records, security events, credentials and stored answers`()
            async throws
        {
            try await Practice.open { practice in try await workADay(practice) }
            let database = try TestDatabase.current
            var known = try await findings(database)
            #expect(known == [], "nobody has tampered yet")
            for tampering in Self.tamperings {
                try await database.withConnection { connection in
                    _ = try await connection.perform(["SET session_replication_role = replica", tampering.statement])
                }
                let found = try await findings(database)
                let new = found.filter { !known.contains($0) }.map(withoutIDs)
                #expect(new.contains { $0.hasSuffix(tampering.finding) }, "\(tampering.what): \(new)")
                known = found
            }
        }

        @Test func `a record chain reset to an earlier state contradicts the signed heads outside the database`()
            async throws
        {
            let folder = "/tmp/chairside-heads-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let database = try TestDatabase.current
            for _ in 1...2 {
                try await Practice.open(chainHeads: folder) { practice in try await workADay(practice) }
            }
            #expect(try await findings(database, heads: folder) == [])
            let text = try String(contentsOfFile: headFile(in: folder), encoding: .utf8)
            #expect(text.contains(#""number":"#))
            try await database.withConnection { connection in
                _ = try await connection.perform([
                    "SET session_replication_role = replica",
                    "DELETE FROM record_segment WHERE source = 'patient_access' AND number > 3",
                    "DELETE FROM record_segment AS s WHERE number > (SELECT min(number) FROM record_segment WHERE clinic_id = s.clinic_id)",
                    "DELETE FROM record_head",
                ])
            }
            let found = try await findings(database, heads: folder)
            #expect(found.contains { withoutIDs($0).contains("is missing: its head was signed at") }, "\(found)")
        }

        @Test func `a credential changed by the server agrees with its record in the hash chain`() async throws {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let wish =
                    #"{"current_password":"\#(DemoLogin.password)","new_password":"a much longer passphrase 81"}"#
                #expect(try await admin.put("me/password", wish).status == 204)
            }
            #expect(try await findings(TestDatabase.current) == [])
        }

        @Test func `an erased e-mail address cannot be guessed from the digest that remains in the database`()
            async throws
        {
            let guesses = try await TestDatabase.current.withConnection { connection in
                try await connection.perform([
                    "UPDATE account SET password_hash = NULL WHERE email = 'patient1@spree.example'",
                    "UPDATE account SET email = 'forgotten' WHERE email = 'patient1@spree.example'",
                    """
                    SELECT count(*) FILTER (WHERE r.digest = credential_digest), count(*)
                    FROM account AS a
                    CROSS JOIN LATERAL (
                        SELECT digest_of(
                            a.digest_salt::text, 'patient1@spree.example', NULL, a.password_source,
                            (a.email_verified_at IS NOT NULL)::text)) AS guess (credential_digest)
                    JOIN credential_record AS r ON r.source = 'account' AND r.key = a.account_id::text
                    WHERE a.email = 'forgotten'
                    """,
                ])
            }[2]
            let row = try #require(guesses.first)
            #expect(try row.int64(0) == 0)
            #expect(try row.int64(1) >= 3, "one record of each state")
            #expect(try await findings(TestDatabase.current) == [])
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

        private func findings(_ database: TestDatabase, heads: String? = nil) async throws -> [String] {
            let installation = try Installation.demo(database.conninfo)
            let found = try await installation.verifyChain(heads: heads).findings
            if heads != nil {
                // Signed heads that are more than one page are sorted in temporary files, which changes no finding.
                let sorted = try await installation.verifyChain(heads: heads, headsInPage: 1).findings
                #expect(sorted == found)
            }
            return found
        }

        private func headFile(in folder: String) throws -> String {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            return try "\(folder)/" + #require(names.first { $0.hasPrefix("record-heads-") })
        }

        private func withoutIDs(_ finding: String) -> String {
            finding.replacing(/[0-9a-f]{8}-[0-9a-f-]{27}(\/[^ ]*)?/, with: "*")
        }
    }
}
