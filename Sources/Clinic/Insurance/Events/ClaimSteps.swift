public import EventSourcing
public import Identifiers
public import JSON

/// A claim was sent to the payer.
public struct ClaimSubmitted: EventPayload, Hashable {
    public let claim: ID<InsuranceClaim>
    public let patient: ID<Patient>
    public let invoice: ID<Invoice>
    /// The amount that the payer is asked to pay.
    public let amount: Money
    public let submittedOn: CivilDate

    public static let stored = StoredType("claim-submitted")
    public static let codec = object(
        ClaimSubmitted.init(claim:patient:invoice:amount:submittedOn:),
        field("claim_id", \.claim, .id()),
        field("patient_id", \.patient, .id()),
        field("invoice_id", \.invoice, .id()),
        field("amount", \.amount, Money.codec),
        field("submitted_on", \.submittedOn, .date))
    public var tags: [Tag] { [.insuranceClaim(claim), .invoice(invoice), .patientAccount(patient)] }
}

/// A payer answered a claim, for the first time or again.
public struct ClaimAnswered: EventPayload, Hashable {
    public let claim: ID<InsuranceClaim>
    public let patient: ID<Patient>
    public let invoice: ID<Invoice>
    /// The amount that the payer agreed to pay; zero if the payer denied the claim.
    public let accepted: Money
    public let answeredOn: CivilDate
    /// The reason why the payer denied a part of the claim, or all of it; `nil` if no reason was given.
    public let reason: Personal<String>?

    public static let stored = StoredType("claim-answered")
    public static let codec = object(
        ClaimAnswered.init(claim:patient:invoice:accepted:answeredOn:reason:),
        field("claim_id", \.claim, .id()),
        field("patient_id", \.patient, .id()),
        field("invoice_id", \.invoice, .id()),
        field("accepted", \.accepted, Money.codec),
        field("answered_on", \.answeredOn, .date),
        optionalField("reason", \.reason, .personal(.financial, .string(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.insuranceClaim(claim), .invoice(invoice), .patientAccount(patient)] }
}

/// A claim was closed: the clinic withdrew it, or expects nothing more from the payer.
public struct ClaimClosed: EventPayload, Hashable {
    public let claim: ID<InsuranceClaim>
    public let patient: ID<Patient>
    public let invoice: ID<Invoice>
    public let reason: Personal<String>

    public static let stored = StoredType("claim-closed")
    public static let codec = object(
        ClaimClosed.init(claim:patient:invoice:reason:),
        field("claim_id", \.claim, .id()),
        field("patient_id", \.patient, .id()),
        field("invoice_id", \.invoice, .id()),
        field("reason", \.reason, .personal(.financial, .string(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.insuranceClaim(claim), .invoice(invoice), .patientAccount(patient)] }
}
