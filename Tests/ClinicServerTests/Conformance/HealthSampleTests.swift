import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventSourcing
import Foundation
import Health
import Identifiers
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests health samples with the requests of a phone and of a command-line client.
    @Suite struct HealthSamples {
        private static let units = ["heartRate": "count/min", "weight": "kg", "sleepREM": "category"]

        /// Samples of one type. The first sample begins a day ago, and each further one a second after the one before.
        private func samples(
            _ count: Int, _ type: String = "heartRate", of practice: Practice, source: String = "Watch"
        ) async throws -> [HealthSyncClient.HealthSampleDTO] {
            let base = Date(timeIntervalSince1970: Double(try await practice.now().secondsSince1970 - 86_400))
            return (0..<count).map { number in
                HealthSyncClient.HealthSampleDTO(
                    id: UUID(), type: type, value: 60 + Double(number % 40) / 2, unit: Self.units[type] ?? "count",
                    startDate: base.addingTimeInterval(Double(number)),
                    endDate: base.addingTimeInterval(Double(number)),
                    sourceName: source, metadata: type == "sleepREM" ? ["sleepStage": "rem"] : nil)
            }
        }

        private func query(_ types: [String], limit: Int? = nil, offset: Int? = nil)
            -> HealthSyncClient.HealthDataRequest
        {
            HealthSyncClient.HealthDataRequest(
                startDate: Date(timeIntervalSince1970: 0), endDate: Date(timeIntervalSince1970: 4_000_000_000),
                types: types, limit: limit, offset: offset)
        }

        @Test
        func `O32 a paired client reads the samples that a phone has stored, in pages, each sample as it was sent`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                #expect(try await phone.enable(["heartRate", "sleepREM"]).status == 200)
                let client = try await HealthSyncClient.paired(with: phone)
                #expect(try await client.types() == ["heartRate", "sleepREM"])
                let sent = try await samples(1_000, of: practice) + samples(1, "sleepREM", of: practice)
                #expect(try await phone.store(Array(sent.prefix(1_000))).allSatisfy { $0 == "accepted" })
                #expect(try await phone.store([sent[1_000]]) == ["accepted"])
                let (code, first) = try await client.read(query(["heartRate", "sleepREM"]))
                #expect(code == 200 && first.status == .ok && first.message == nil)
                #expect(first.returnedCount == 1_000 && first.samples.count == 1_000 && first.hasMore)
                let (_, second) = try await client.read(query(["heartRate", "sleepREM"], offset: 1_000))
                #expect(second.returnedCount == 1 && !second.hasMore)
                let read = Dictionary(uniqueKeysWithValues: (first.samples + second.samples).map { ($0.id, $0) })
                #expect(sent.allSatisfy { read[$0.id] == $0 })
                let (_, few) = try await client.read(query(["sleepREM"], limit: 20_000))
                #expect(few.samples.map(\.id) == [sent[1_000].id] && !few.hasMore)
            }
        }

        @Test func `O32 a sample with a known id is not stored again, and a refused sample's result names the reason`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                _ = try await phone.enable(["heartRate", "weight"])
                let known = try await samples(2, of: practice)
                #expect(
                    try await phone.store([known[0], known[0], known[1]]) == ["accepted", "duplicate", "accepted"])
                let wrongUnit = try await samples(1, "weight", of: practice).map { sample in
                    HealthSyncClient.HealthSampleDTO(
                        id: sample.id, type: "weight", value: 150, unit: "lb", startDate: sample.startDate,
                        endDate: sample.endDate, sourceName: "Scale", metadata: nil)
                }
                let mixed = try await known + samples(1, "mood", of: practice) + samples(1, "sleepREM", of: practice)
                #expect(
                    try await phone.store(mixed + wrongUnit) == [
                        "duplicate", "duplicate", "unknown_type", "type_not_enabled", "wrong_unit",
                    ])
                // A second person may have a health sample with the same id as the first person's.
                let other = try await practice.signIn("patient2")
                _ = try await other.enable(["heartRate"])
                #expect(try await other.store([known[0]]) == ["accepted"])
                let tooMany = try SentSamples(samples: await samples(1_001, of: practice)).encodedByApp
                #expect(try await phone.post("health/samples", tooMany).status == 400)
            }
        }

        @Test
        func
            `O32 a query of samples without type or with reversed dates gets 400, for a disabled type 403, if locked 423`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                let client = try await HealthSyncClient.paired(with: phone)
                _ = try await phone.enable(["heartRate"])
                let empty = try await client.read(query([]))
                #expect(empty.code == 400 && empty.page.status == .error && empty.page.message != nil)
                var reversed = query(["heartRate"])
                reversed = HealthSyncClient.HealthDataRequest(
                    startDate: reversed.endDate, endDate: reversed.startDate, types: reversed.types)
                #expect(try await client.read(reversed).code == 400)
                let denied = try await client.read(query(["heartRate", "weight"]))
                #expect(denied.code == 403 && denied.page.status == .noPermission && denied.page.samples.isEmpty)
                #expect(try await client.read(query(["heartRate"])).code == 200)
                _ = try await phone.enable(["heartRate"], locked: true)
                let locked = try await client.read(query(["heartRate"]))
                #expect(locked.code == 423 && locked.page.status == .locked)
                #expect(
                    try await practice.nobody.post("health/data", query(["weight"]).encodedByApp).status == 401)
            }
        }

        @Test func `O32 the 61st request of a paired client in a minute gets 429 with Retry-After`() async throws {
            try await Practice.open { practice in
                let client = try await HealthSyncClient.paired(with: try await practice.signIn("patient1"))
                var answer = try await client.get("health/types")
                // At most one new minute begins during the 122 requests, so at least 61 of them are in the same minute.
                for _ in 0..<121 where answer.status == 200 { answer = try await client.get("health/types") }
                #expect(answer.status == 429)
                #expect(Int(try answer.field("retry-after")).map { (1...60).contains($0) } == true)
            }
        }

        @Test func `O32 the database holds no readable source and no readable detail of a sample`() async throws {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                _ = try await phone.enable(["sleepREM"])
                let sent = try await samples(1, "sleepREM", of: practice, source: "Quandtbeere")
                #expect(try await phone.store(sent) == ["accepted"])
            }
            let found = try await TestDatabase.current.withConnection { connection in
                try await connection.perform(
                    """
                    SELECT count(*), count(*) FILTER (
                        WHERE position('Quandtbeere'::bytea IN sealed) > 0 OR health_sample::text LIKE '%Quandtbeere%'
                            OR position('sleepStage'::bytea IN sealed) > 0 OR health_sample::text LIKE '%sleepStage%')
                    FROM health_sample
                    """, effect: .reads)
            }
            #expect(try found.first?.int64(0) == 1)
            #expect(try found.first?.int64(1) == 0)
        }

        @Test func `O33 a request that reads or stores samples leaves a device event for the person`() async throws {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                _ = try await phone.enable(["heartRate"])
                let client = try await HealthSyncClient.paired(with: phone)
                _ = try await phone.store(samples(1, of: practice))
                _ = try await client.read(query(["heartRate"]))
                let events = try await phone.get("device-events").items
                #expect(
                    Set(events.compactMap { $0["event_type"]?.string }) == ["samples-read", "samples-stored"])
                let read = events.first { $0["event_type"]?.string == "samples-read" }
                #expect(read?["paired_client_id"]?.string != nil)
                let stored = events.first { $0["event_type"]?.string == "samples-stored" }
                #expect(stored?["detail"]?["types"]?.elements?.map(\.string) == ["heartRate"])
                #expect(stored?["detail"]?["count"]?.integer == 1)
                #expect(try await practice.signIn("patient2").get("device-events").items.isEmpty)
            }
        }

        @Test func `removed samples cannot be read, and samples that are sent afterwards are stored`() async throws {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                _ = try await phone.enable(["heartRate"])
                let sent = try await samples(3, of: practice)
                _ = try await phone.store(sent)
                #expect(try await phone.delete("health/samples").status == 204)
                let client = try await HealthSyncClient.paired(with: phone)
                #expect(try await client.read(query(["heartRate"])).page.samples.isEmpty)
                #expect(try await phone.store([sent[0]]) == ["accepted"])
                #expect(try await client.read(query(["heartRate"])).page.samples == [sent[0]])
            }
        }

        @Test func `an erased account leaves no health samples, key or paired client in the database`() async throws {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                _ = try await phone.enable(["heartRate"])
                _ = try await phone.store(samples(1, of: practice))
                _ = try await HealthSyncClient.paired(with: phone)
            }
            let left = try await TestDatabase.current.withConnection { connection in
                _ = try await connection.perform(
                    "SELECT forget_account(account_id, now()) FROM account WHERE email = 'patient1@spree.example'")
                return try await connection.perform(
                    """
                    SELECT (SELECT count(*) FROM health_account) + (SELECT count(*) FROM health_sample)
                        + (SELECT count(*) FROM paired_client) + (SELECT count(*) FROM pairing_code)
                    """, effect: .reads)
            }
            #expect(try left.first?.int64(0) == 0)
        }

        /// The ids of the latest samples that a patient's clinic may see.
        private func latest(of patient: String) async throws -> [String] {
            guard let patient = UUIDBytes(patient) else { throw Missing(what: "the patient's id") }
            return try await Installation.demo(TestDatabase.current.conninfo).withServices { services, _ in
                let found = try await services.reads.perform(
                    "SELECT clinic_id FROM membership WHERE subject_id = \(patient)", effect: .reads)
                let clinic = try found.only.uuid(0)
                return try await services.health.latestSamples(of: patient, in: clinic, [.heartRate, .weight])
                    .map(\.id.text)
            }
        }

        @Test
        func `a clinic gets a patient's latest sample only while the patient shares and does not lock samples`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                _ = try await phone.enable(["heartRate"], shared: true)
                let sent = try await samples(3, of: practice)
                _ = try await phone.store(sent)
                #expect(try await latest(of: phone.subject) == [sent[2].id.uuidString.lowercased()])
                _ = try await phone.enable(["heartRate"], locked: true, shared: true)
                #expect(try await latest(of: phone.subject).isEmpty)
                _ = try await phone.enable(["heartRate"])
                #expect(try await latest(of: phone.subject).isEmpty)
            }
        }

        @Test func `O34 an operator can export an account's samples as CSV with semicolons or as JSON`() async throws {
            var sent: [HealthSyncClient.HealthSampleDTO] = []
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                _ = try await phone.enable(["heartRate"])
                sent = try await samples(1_200, of: practice)
                _ = try await phone.store(Array(sent.prefix(1_000)))
                _ = try await phone.store(Array(sent.dropFirst(1_000)))
            }
            let installation = try Installation.demo(TestDatabase.current.conninfo)
            let csv = OutputParts()
            try await installation.exportSamples(of: "patient1@spree.example", as: .csv) { csv.add($0) }
            let lines = csv.text.split(separator: "\r\n")
            #expect(lines.first == "id;type;value;unit;startDate;endDate;sourceName;metadata")
            #expect(lines.count == 1_201)
            #expect(lines[1].split(separator: ";").prefix(4).dropFirst() == ["heartRate", "60.0", "count/min"])
            let json = OutputParts()
            try await installation.exportSamples(of: "patient1@spree.example", as: .json) { json.add($0) }
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            let read = try decoder.decode([HealthSyncClient.HealthSampleDTO].self, from: Data(json.text.utf8))
            #expect(read == sent)
            await #expect(throws: OperationRefused.self) {
                try await installation.exportSamples(of: "nobody@spree.example", as: .csv) { _ in }
            }
        }
    }
}
