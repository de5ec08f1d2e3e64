import ClinicServer
import ClinicTestSupport
import EventLoop
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests what a server reports while its database cannot store data, or while another program holds locks.
@Suite(.database(.demo, seats: 3), .timeLimit(.minutes(30))) struct StorageTests {
    private func condition(of part: String, in answer: HTTPAnswer) -> String? {
        (answer["components"]?.elements ?? []).first { $0["name"]?.string == part }?["status"]?.string
    }

    @Test(arguments: ["event", "event_tag", "command"])
    func `a server is not ready after an append that PostgreSQL could not store, until it can store one again`(
        table: String
    ) async throws {
        let database = try TestDatabase.current
        let log = KeptLog()
        try await Practice.open(logger: log.logger, metricsPort: 0) { practice in
            let reception = try await practice.signIn("reception")
            let patient = try #require(try await reception.get("patients?limit=1").items.first).text("id")
            // PostgreSQL reports a full tablespace when it has to add a page to a table. Only the tables of appends are
            // full here, so the writes of heartbeats succeed.
            try await database.withConnection { connection in
                try await connection.run(
                    script: """
                        CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                            RAISE disk_full USING MESSAGE = 'could not extend file: No space left on device';
                        END $$;
                        CREATE TRIGGER no_space BEFORE INSERT ON \(table) EXECUTE FUNCTION no_space();
                        """)
            }
            #expect(try await practice.nobody.get("/readyz").status == 200)
            #expect(try await reception.book(patient).status == 503)
            let answer = try await practice.nobody.get("/readyz")
            #expect(answer.status == 503)
            #expect(condition(of: "writes", in: answer) == "unavailable")
            #expect(answer["detail"]?.string == "the database cannot store appends")
            #expect(try await practice.metrics().value("chairside_database_takes_changes") == 0)
            await log.line(with: "the database still cannot store appends")
            #expect(try await practice.nobody.get("/readyz").status == 503)
            try await database.withConnection { connection in
                try await connection.run(script: "DROP TRIGGER no_space ON \(table)")
            }
            // No client sends a command meanwhile.
            try await until { try await practice.nobody.get("/readyz").status == 200 }
            #expect(log.lines.contains { $0.contains("the database stores appends again") })
            #expect(try await reception.book(patient).status == 201)
            let probes = try await database.withConnection { connection in
                try await connection.perform(
                    "SELECT count(*) FROM event WHERE type = 'storage-probe'", effect: .reads)[0].int64(0)
            }
            #expect(probes == 0)
        }
    }

    @Test func `a server is not ready while PostgreSQL cannot store the pages of its heartbeats`() async throws {
        let database = try TestDatabase.current
        try await Practice.open { practice in
            try await database.withConnection { connection in
                try await connection.run(
                    script: """
                        ALTER FUNCTION prove_growth(text[]) RENAME TO prove_growth_before;
                        CREATE FUNCTION prove_growth(tables text[]) RETURNS text[] LANGUAGE plpgsql AS $$ BEGIN
                            RAISE disk_full USING MESSAGE = 'could not extend file: No space left on device';
                        END $$;
                        """)
            }
            let answer = try await eventually {
                let answer = try await practice.nobody.get("/readyz")
                return answer.status == 200 ? nil : answer
            }
            #expect(answer.status == 503)
            #expect(condition(of: "writes", in: answer) == "unavailable")
            #expect(condition(of: "database", in: answer) == "ok")
            try await database.withConnection { connection in
                try await connection.run(
                    script: """
                        DROP FUNCTION prove_growth(text[]);
                        ALTER FUNCTION prove_growth_before(text[]) RENAME TO prove_growth
                        """)
            }
            try await until { try await practice.nobody.get("/readyz").status == 200 }
        }
    }

    @Test func `heartbeats need no lock that a dump of the whole database holds`() async throws {
        let database = try TestDatabase.current
        try await Practice.open { _ in
            try await database.withConnection { dump in
                // pg_dump takes these locks at its beginning, and keeps them until its end.
                try await dump.run(
                    script: """
                        BEGIN;
                        DO $$ DECLARE name text; BEGIN
                            FOR name IN SELECT format('%I', relname) FROM pg_class
                                WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
                            LOOP EXECUTE 'LOCK TABLE ' || name || ' IN ACCESS SHARE MODE'; END LOOP;
                        END $$;
                        """)
                let locked = try await dump.perform("SELECT clock_timestamp()::text", effect: .reads)[0].text(0)
                try await until {
                    try await database.withConnection { connection in
                        try await connection.perform(
                            "SELECT 1 FROM server_heartbeat WHERE beaten_at > \(locked)::timestamptz", effect: .reads
                        ).count == 1
                    }
                }
                try await dump.run(script: "ROLLBACK")
            }
        }
    }

    @Test func `each heartbeat writes pages in every tablespace of an append, and says where it may not`() async throws
    {
        let database = try TestDatabase.current
        try await database.withConnection { connection in
            let proof = try await connection.perform(
                "SELECT prove_growth(ARRAY['event', 'appointment'])", effect: .reads)
            #expect(try proof[0].texts(0).isEmpty)
            let pages: Statement = """
                SELECT pg_relation_size(oid) / 8192 FROM pg_class
                WHERE relname LIKE 'growth\\_probe\\_%' AND relnamespace = pg_my_temp_schema()
                """
            let first = try await connection.perform(pages, effect: .reads)
            #expect(first.count == 1)
            #expect(try first[0].int64(0) == 8)
            _ = try await connection.perform("SELECT prove_growth(ARRAY['event', 'appointment'])")
            let second = try await connection.perform(pages, effect: .reads)
            #expect(try second[0].int64(0) == 8)
        }
    }
}
