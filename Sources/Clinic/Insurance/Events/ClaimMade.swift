public import EventSourcing
public import Identifiers
public import JSON

/// A claim on a payer was made for an invoice or some of its lines. It is a draft until it is submitted.
public struct ClaimMade: EventPayload, Hashable {
    public let claim: ID<InsuranceClaim>
    public let patient: ID<Patient>
    public let invoice: ID<Invoice>
    public let coverage: ID<Coverage>
    public let payer: ID<InsurancePayer>
    /// The numbers of the invoice's lines that the claim is for, in ascending order; the first line is 1.
    public let lines: [Int]
    /// The amount of the claimed lines of the invoice, with tax, in minor units.
    public let charged: Int64
    /// The part of the year's deductible that the estimate of the payer's share took from the claimed lines, in minor
    /// units.
    public let deductible: Int64
    /// The amount that the claim asks the payer to pay.
    public let amount: Money
    /// The day of the invoice, whose year's maximum and deductible the claim uses.
    public let chargedOn: CivilDate
    /// The day on which the claim was made.
    public let madeOn: CivilDate

    public static let stored = StoredType("claim-made")
    public static let codec = object(
        ClaimMade.init(
            claim:patient:invoice:coverage:payer:lines:charged:deductible:amount:chargedOn:madeOn:),
        field("claim_id", \.claim, .id()),
        field("patient_id", \.patient, .id()),
        field("invoice_id", \.invoice, .id()),
        field("coverage_id", \.coverage, .id()),
        field("payer_id", \.payer, .id()),
        field("lines", \.lines, .array(.int(1...100), 1...100)),
        field("charged", \.charged, .int64),
        field("deductible", \.deductible, .int64),
        field("amount", \.amount, Money.codec),
        field("charged_on", \.chargedOn, .date),
        field("made_on", \.madeOn, .date))
    public var tags: [Tag] {
        [.insuranceClaim(claim), .invoice(invoice), .patientAccount(patient)]
    }
}
