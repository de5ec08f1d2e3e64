import Clinic
import EventSourcing
import Identifiers

/// The decisions about payers, coverages and claims, for `BoundedReadsTests`.
extension Walk {
    private var insured: ID<Patient> { Practice.patient(1) }
    private var payer: ID<InsurancePayer> { 0xf1 }
    private var coverage: ID<Coverage> { 0xf2 }
    private var claim: ID<InsuranceClaim> { 0xf3 }
    private var invoice: ID<Invoice> { 0xb8 }

    mutating func prepareInsurance() throws {
        try desk.run(ManagePayer(payer, .add(name: "Insurance")), at: noon)
        try desk.run(record(coverage), at: noon)
        try desk.run(
            IssueInvoice(
                invoice: invoice, patient: insured, appointment: nil,
                lines: [
                    .init(
                        service: nil, description: Personal("Filling"), quantity: 1, unitPrice: Money(400, .euro))
                ]), at: noon)
        try desk.run(MakeClaim(claim, for: invoice, under: coverage, amount: Money(300, .euro)), at: noon)
        try desk.run(AdvanceClaim(claim, .submit), at: noon)
        try desk.run(AdvanceClaim(claim, .answer(accepted: Money(200, .euro), reason: nil)), at: noon)
    }

    /// The number of events that each decision about payers, coverages and claims reads, by the decision's name.
    func insuranceReads() throws -> [(String, Int)] {
        try [
            read(ManagePayer(payer, .retire)),
            read(record(0xff)),
            read(RemoveCoverage(coverage)),
            read(MakeClaim(0xff, for: invoice, under: coverage, amount: Money(1, .euro))),
            read(AdvanceClaim(claim, .close(reason: Personal("Settled")))),
            read(PayClaim(0xff, for: claim, Money(100, .euro))),
        ]
    }

    private func record(_ id: ID<Coverage>) -> RecordCoverage {
        RecordCoverage(
            id, of: insured, by: payer, memberNumber: Personal("A 1"),
            CoverageTerms(validFrom: "2026-01-01", percent: 80))
    }
}
