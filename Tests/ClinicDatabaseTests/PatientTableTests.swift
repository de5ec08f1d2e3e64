import Clinic
import Endpoints
import EventLoop
import Identifiers
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database(.clinic)) struct PatientTableTests {
    static let here = UUIDBytes(high: 1, low: 1)
    static let elsewhere = UUIDBytes(high: 1, low: 2)

    static let people = [
        Somebody(number: 1, given: "Jürgen", family: "Müller"), Somebody(number: 2, given: "Anna", family: "Mulder"),
        Somebody(number: 3, given: "Annalena", family: "Nowak", phone: "0221 5550100"),
        Somebody(number: 4, given: "小明", family: "王", born: "1999-12-01", phone: "555"),
    ]

    /// The patients found by a search, each as `Somebody.number`, in the order of the result.
    static func find(
        _ question: String?, in clinic: UUIDBytes = here, limit: Int = 20, after: UInt64? = nil,
        _ connection: PostgresConnection
    ) async throws -> [UInt64] {
        let cursor = after.map { Cursor([Somebody(number: $0, given: "", family: "").id.text]) }
        let statement = PatientSearch(question).statement(in: clinic, Page(limit: limit, after: cursor))
        var found: [UInt64] = []
        for row in try await connection.perform(statement) {
            let id = try #require(UUIDBytes(try row.text(1)))
            found.append(id.low & 0xffff_ffff)
        }
        return found
    }

    @Test func `patients are found by name, phone number and birth date, sorted by family name, in one clinic only`()
        async throws
    {
        try await TestDatabase.current.withConnection { connection in
            try await connection.register(PatientTableTests.people, in: PatientTableTests.here)
            try await connection.register([PatientTableTests.people[0]], in: PatientTableTests.elsewhere)
            let asked: [(String?, [UInt64])] = [
                (nil, [2, 1, 3, 4]), ("  ", [2, 1, 3, 4]), ("mul", [2, 1]), ("mueller", [1]), ("anna", [2, 3]),
                ("anna now", [3]), ("anna 0221", [3]), ("王小明", [4]), ("1999-", [4]), ("170 123", [2, 1]),
                ("1980-01-31 müll", [1]), ("%", []), ("_", []), ("'; drop table patient", []), ("nobody", []),
            ]
            for (question, numbers) in asked {
                let found = try await PatientTableTests.find(question, connection)
                #expect(found == numbers, "\(question ?? "everybody")")
            }
            let others = try await PatientTableTests.find("mul", in: PatientTableTests.elsewhere, connection)
            #expect(others == [1])
        }
    }

    private static let misspelt = [
        Somebody(number: 1, given: "Emilie", family: "Nuñez", phone: "0170 5550101"),
        Somebody(number: 2, given: "Emil", family: "Nunes", phone: "0170 5550102"),
        Somebody(number: 3, given: "Katharina", family: "Schmidt", phone: "0170 5550103"),
        Somebody(number: 4, given: "Catharina", family: "Schmitt", born: "1975-05-05", phone: "0170 5550104"),
    ]

    @Test(
        arguments: [
            ("nunes", [2, 1]), ("nunez", [1, 2]), ("emlie", [1]), ("emilei", [1]), ("emmilie", [1]), ("emolie", [1]),
            ("emilie nunes", [1]), ("emlie nunes", [1]), ("shmidt", [3]), ("schmid", [3]), ("schmidt", [3, 4]),
            ("katarina schmitd", [3]),
            ("katharina", [3, 4]), ("schmitt 05.05.1975", [4]), ("schmitt 1980-01-31", [3]), ("nun", [2, 1]),
            ("zzzzz", []), ("emlieee", []),
        ] as [(String, [UInt64])])
    func `a patient is found despite one typing error in a name, and is listed after exact matches`(
        question: String, numbers: [UInt64]
    ) async throws {
        try await TestDatabase.current.withConnection { connection in
            try await connection.register(PatientTableTests.misspelt, in: PatientTableTests.here)
            try await connection.register([PatientTableTests.misspelt[0]], in: PatientTableTests.elsewhere)
            #expect(try await PatientTableTests.find(question, connection) == numbers)
        }
    }

    @Test
    func `the pages of a search omit no patient, and repeat none, if one patient matches only with a typing error`()
        async throws
    {
        try await TestDatabase.current.withConnection { connection in
            try await connection.register(PatientTableTests.misspelt, in: PatientTableTests.here)
            let first = try await PatientTableTests.find("schmidt", limit: 1, connection)
            let second = try await PatientTableTests.find("schmidt", limit: 1, after: 3, connection)
            #expect(first == [3, 4])
            #expect(second == [4])
            #expect(try await PatientTableTests.find("schmidt", limit: 1, after: 4, connection) == [])
        }
    }

    @Test(arguments: ["an", "anna", "mull", "mü", "anna an", "555", "1980-", "schmidt", "schmidt 1980-", "an 555"])
    func `the pages of a search list each patient once, in the order of one large page`(question: String) async throws {
        let alike = [
            Somebody(number: 1, given: "Anna Annalena", family: "Anders", phone: "555 5555"),
            Somebody(number: 2, given: "Annalena", family: "Müller", phone: "0221 555 1555"),
            Somebody(number: 3, given: "Anna", family: "Müller-Mullen", born: "1980-02-03"),
            Somebody(number: 4, given: "Antonia", family: "Schmidt", born: "1981-02-03", phone: "555 5556"),
            Somebody(number: 5, given: "Jan", family: "Schmitt", phone: "0170 1555"),
            Somebody(number: 6, given: "Ann", family: "Shmidt-Schmit", born: "1980-12-31"),
        ]
        try await TestDatabase.current.withConnection { connection in
            try await connection.register(alike, in: PatientTableTests.here)
            let whole = try await PatientTableTests.find(question, connection)
            #expect(whole.count > 1)
            #expect(Set(whole).count == whole.count)
            var pages: [UInt64] = []
            while pages.count <= whole.count {
                // The query for a page returns one row more than the page's limit if more patients follow.
                let page = try await PatientTableTests.find(question, limit: 1, after: pages.last, connection)
                guard let first = page.first else { break }
                pages.append(first)
            }
            #expect(pages == whole)
        }
    }

    @Test func `a search finds a patient although more patients share one of its terms than are read for a term`()
        async throws
    {
        try await TestDatabase.current.withConnection { connection in
            try await connection.register(PatientTableTests.misspelt, in: PatientTableTests.here)
            for (question, number) in [("5550103 s", 3), ("5550102 nunez", 2)] as [(String, UInt64)] {
                let search = PatientSearch(question, mostEntries: "1")
                let rows = try await connection.perform(
                    search.statement(in: PatientTableTests.here, Page(limit: 20, after: nil)))
                let id = Somebody(number: number, given: "", family: "").id.text
                #expect(try rows.map { try $0.text(1) } == [id], "\(question)")
            }
        }
    }

    @Test func `the spellings of a name are deleted with the last patient of that name`() async throws {
        try await TestDatabase.current.withConnection { connection in
            let here = PatientTableTests.here
            try await connection.register(PatientTableTests.misspelt, in: here)
            func spellings(_ word: String) async throws -> Int64 {
                try await connection.perform(
                    "SELECT count(*) FROM name_spelling WHERE clinic_id = \(here) AND word = \(word)")[0].int64(0)
            }
            #expect(try await spellings("emilie") == 6)
            #expect(try await spellings("emil") == 4)
            let gone = Somebody(number: 1, given: "", family: "").id
            _ = try await connection.perform("DELETE FROM patient WHERE clinic_id = \(here) AND patient_id = \(gone)")
            #expect(try await spellings("emilie") == 0)
            #expect(try await spellings("emil") == 4)
            _ = try await connection.perform("TRUNCATE patient")
            #expect(try await connection.perform("SELECT count(*) FROM name_spelling")[0].int64(0) == 0)
        }
    }

    @Test func `the pages of a patient list omit no patient, and repeat none`() async throws {
        try await TestDatabase.current.withConnection { connection in
            try await connection.register(PatientTableTests.people, in: PatientTableTests.here)
            // The query for a page returns one row more than the page's limit if more patients follow.
            for question in [nil, "1980-01-31"] {
                let first = try await PatientTableTests.find(question, limit: 1, connection)
                let second = try await PatientTableTests.find(question, limit: 1, after: first[0], connection)
                #expect(first == [2, 1])
                #expect(second == [1, 3])
            }
        }
    }

    @Test func `inserts, updates, deletes and a truncate of the table patient change the search terms accordingly`()
        async throws
    {
        try await TestDatabase.current.withConnection { connection in
            let here = PatientTableTests.here
            try await connection.register(PatientTableTests.people, in: here)
            // One statement writes a new patient, a changed one and an unchanged one.
            try await connection.register(
                [
                    Somebody(number: 1, given: "Jürgen", family: "Abel"), PatientTableTests.people[1],
                    Somebody(number: 5, given: "Eva", family: "Müller"),
                ], in: here)
            #expect(try await PatientTableTests.find("mul", connection) == [2, 5])
            #expect(try await PatientTableTests.find("jurgen", connection) == [1])
            #expect(try await PatientTableTests.find("170", connection) == [1, 2, 5])
            let gone = Somebody(number: 5, given: "", family: "").id
            _ = try await connection.perform("DELETE FROM patient WHERE clinic_id = \(here) AND patient_id = \(gone)")
            let left = try await connection.perform("SELECT count(*) FROM patient_term WHERE patient_id = \(gone)")
            #expect(try left[0].int64(0) == 0)
            #expect(try await PatientTableTests.find("mul", connection) == [2])
            _ = try await connection.perform("TRUNCATE patient")
            #expect(try await connection.perform("SELECT count(*) FROM patient_term")[0].int64(0) == 0)
        }
    }

    @Test func `with row-level security, a search among 4000 patients uses the index of search terms`() async throws {
        try await TestDatabase.current.withConnection { connection in
            let here = PatientTableTests.here
            for start in stride(from: UInt64(0), to: 4000, by: 1000) {
                let thousand = (start..<start + 1000).map { number in
                    Somebody(
                        number: number + 10, given: "Eva", family: "X\(number * 7919 % 4000)",
                        phone: "0\(1_000_000 + number * 7919)")
                }
                try await connection.register(thousand, in: here)
            }
            _ = try await connection.perform([
                "ANALYZE patient", "ANALYZE patient_term", "SELECT set_config('app.clinic', \(here.text), false)",
                "SET ROLE chairside_reader",
            ])
            let search = PatientSearch("x123 791").statement(in: here, Page(limit: 20, after: nil))
            let plan = try await connection.perform("EXPLAIN (COSTS OFF) \(search)").map { try $0.text(0) }
            #expect(plan.contains { $0.contains("Index Cond") && $0.contains("term >= ") }, "\(plan)")
            #expect(!plan.contains { $0.contains("Seq Scan") }, "\(plan)")
        }
    }
}
