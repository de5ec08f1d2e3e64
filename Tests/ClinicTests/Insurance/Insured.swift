import Clinic
import EventSourcing
import Identifiers
import Testing

/// The account of a patient with one coverage, and the commands about claims.
struct Insured {
    typealias B = Books
    static let payer: ID<InsurancePayer> = 0x91
    static let coverage: ID<Coverage> = 0x92
    var books: Books

    /// Makes the account with an invoice for each amount.
    ///
    /// - Parameter terms: the terms of the coverage; by default the payer pays 80 percent.
    init(
        _ amounts: Int64..., terms: CoverageTerms = CoverageTerms(validFrom: "2026-01-01", percent: 80)
    ) throws {
        books = try Books()
        try books.run(ManagePayer(Self.payer, .add(name: "Example Insurance")))
        try books.run(Self.record(terms, of: B.patient))
        for (index, amount) in amounts.enumerated() { try books.issue(UInt64(index + 1), amount) }
    }

    static func record(_ terms: CoverageTerms, of patient: ID<Patient>?) -> RecordCoverage {
        RecordCoverage(coverage, of: patient, by: payer, memberNumber: Personal("A 123"), terms)
    }

    static func claim(_ number: UInt64) -> ID<InsuranceClaim> { ID(UUIDBytes(high: 5, low: number)) }

    static func make(
        _ number: UInt64, for invoice: UInt64 = 1, lines: [Int]? = nil, amount: Int64? = nil
    ) -> MakeClaim {
        MakeClaim(
            claim(number), for: B.invoice(invoice), under: coverage, lines: lines, amount: amount.map { B.euro($0) })
    }

    static func answer(_ number: UInt64, _ accepted: Int64) -> AdvanceClaim {
        AdvanceClaim(claim(number), .answer(accepted: B.euro(accepted), reason: nil))
    }

    static func close(_ number: UInt64) -> AdvanceClaim {
        AdvanceClaim(claim(number), .close(reason: Personal("settled")))
    }

    static func pay(_ payment: UInt64, _ amount: Int64, for number: UInt64 = 1) -> PayClaim {
        PayClaim(B.payment(payment), for: claim(number), B.euro(amount))
    }

    /// Makes a claim and submits it; records an answer if `accepted` is not `nil`.
    mutating func submit(
        _ number: UInt64 = 1, for invoice: UInt64 = 1, amount: Int64? = nil, accepted: Int64? = nil
    ) throws {
        try books.run(Self.make(number, for: invoice, amount: amount))
        try books.run(AdvanceClaim(Self.claim(number), .submit))
        if let accepted { try books.run(Self.answer(number, accepted)) }
    }

    func known(_ number: UInt64 = 1) throws -> InsuranceClaim {
        try #require(books.account.insurance[Self.claim(number)])
    }

    func document(_ number: UInt64 = 1) throws -> String {
        try #require(books.given.document(InsuranceClaims.self, DocumentKey(Self.claim(number))))
    }
}
