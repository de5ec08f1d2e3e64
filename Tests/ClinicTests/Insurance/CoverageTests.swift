import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct CoverageTests {
    private typealias B = Books

    private func claimed(_ terms: CoverageTerms, _ amounts: Int64...) throws -> [Int64] {
        var insured = try Insured(terms: terms)
        return try amounts.enumerated().map { index, amount in
            let number = UInt64(index + 1)
            try insured.books.issue(number, amount)
            try insured.books.run(Insured.make(number, for: number))
            return try insured.known(number).amount
        }
    }

    @Test func `a payer's share is the coverage's percentage of the charges, rounded half up to the minor unit`() throws
    {
        #expect(try claimed(CoverageTerms(validFrom: "2026-01-01", percent: 50), 101) == [51])
        #expect(try claimed(CoverageTerms(validFrom: "2026-01-01", percent: 33), 101) == [33])
    }

    @Test func `the yearly maximum limits the claims of a year together`() throws {
        let terms = CoverageTerms(validFrom: "2026-01-01", percent: 50, yearlyMaximum: B.euro(700))
        #expect(try claimed(terms, 1_000, 1_000) == [500, 200])
    }

    @Test func `the deductible of a year is subtracted only once from the claims of the year`() throws {
        let terms = CoverageTerms(validFrom: "2026-01-01", percent: 50, deductible: B.euro(300))
        #expect(try claimed(terms, 1_000, 1_000) == [350, 500])
    }

    @Test func `a denied claim does not count towards the yearly maximum and the deductible`() throws {
        let terms = CoverageTerms(
            validFrom: "2026-01-01", percent: 50, yearlyMaximum: B.euro(350), deductible: B.euro(300))
        var insured = try Insured(1_000, 1_000, terms: terms)
        try insured.submit(accepted: 0)
        try insured.books.run(Insured.make(2, for: 2))
        #expect(try insured.known(2).amount == 350)
    }

    @Test func `a coverage by an unknown or retired payer, or that ends before it begins, is refused`() throws {
        var insured = try Insured()
        let terms = CoverageTerms(validFrom: "2026-01-01", percent: 80)
        let unknown = RecordCoverage(0x93, of: B.patient, by: 0xdead, memberNumber: Personal("A 1"), terms)
        #expect(insured.books.rejection(unknown) == .unknownPayer)
        let backwards = CoverageTerms(validFrom: "2026-01-02", validUntil: "2026-01-01", percent: 80)
        #expect(insured.books.rejection(Insured.record(backwards, of: nil)) == .endsBeforeItBegins)
        try insured.books.run(ManagePayer(Insured.payer, .retire))
        let new = RecordCoverage(0x93, of: B.patient, by: Insured.payer, memberNumber: Personal("A 1"), terms)
        #expect(insured.books.rejection(new) == .payerRetired)
        try insured.books.run(Insured.record(terms, of: nil))
    }

    @Test func `a payer can be renamed until it is retired`() throws {
        var insured = try Insured()
        try insured.books.run(ManagePayer(Insured.payer, .rename("Other Insurance")))
        let document = try #require(insured.books.given.document(InsurancePayers.self, DocumentKey(Insured.payer)))
        #expect(document.contains(#""name":"Other Insurance","active":true"#))
        try insured.books.run(ManagePayer(Insured.payer, .retire))
        #expect(insured.books.rejection(ManagePayer(Insured.payer, .rename("Another"))) == .retired)
        #expect(insured.books.rejection(ManagePayer(0xdead, .retire)) == .unknownPayer)
    }

    @Test func `an invoice line with a negative amount reduces the payer's share`() throws {
        var insured = try Insured()
        try insured.books.issue(1, 0, lines: [B.line(1_000), B.line(-200)])
        try insured.books.run(Insured.make(1))
        #expect(try insured.known().amount == 640)
    }

    @Test func `a second claim for an invoice does not ask the payer for the patient's share`() throws {
        var insured = try Insured(1_000)
        try insured.submit()
        #expect(insured.books.rejection(Insured.make(2)) == .exceedsClaimable(claimable: B.euro(0)))
    }

    @Test func `a coverage that names a service twice can be neither recorded nor set by a change`() throws {
        let insured = try Insured()
        let terms = CoverageTerms(
            validFrom: "2026-01-01", percent: 80,
            services: [.init(0x41, percent: 50), .init(0x42, percent: 60), .init(0x41, percent: 70)])
        let new = RecordCoverage(0x93, of: B.patient, by: Insured.payer, memberNumber: Personal("A 1"), terms)
        #expect(insured.books.rejection(new) == .serviceTwice(index: 2))
        #expect(insured.books.rejection(Insured.record(terms, of: nil)) == .serviceTwice(index: 2))
    }

    @Test
    func `the limit on a patient's coverages counts removed ones, and a coverage can still be changed at the limit`()
        throws
    {
        var insured = try Insured()
        let terms = CoverageTerms(validFrom: "2026-01-01", percent: 80)
        func record(_ number: Int) -> RecordCoverage {
            RecordCoverage(
                ID(UUIDBytes(high: 6, low: UInt64(number))), of: B.patient, by: Insured.payer,
                memberNumber: Personal("A 1"), terms)
        }
        for number in 2...RecordCoverage.limit { try insured.books.run(record(number)) }
        try insured.books.run(RemoveCoverage(ID(UUIDBytes(high: 6, low: 2))))
        #expect(insured.books.rejection(record(RecordCoverage.limit + 1)) == .tooMany)
        try insured.books.run(
            Insured.record(CoverageTerms(validFrom: "2026-01-01", percent: 70), of: nil))
        #expect(insured.books.account.insurance[Insured.coverage]?.terms.percent == 70)
    }

    @Test func `a patient has a limited number of open claims, and the closing of a claim makes room for a new claim`()
        throws
    {
        var insured = try Insured(100_000)
        for number in 1...UInt64(MakeClaim.limit) { try insured.books.run(Insured.make(number, amount: 1)) }
        let another = Insured.make(UInt64(MakeClaim.limit) + 1, amount: 1)
        #expect(insured.books.rejection(another) == .tooMany)
        try insured.books.run(Insured.close(1))
        try insured.books.run(another)
    }
}
