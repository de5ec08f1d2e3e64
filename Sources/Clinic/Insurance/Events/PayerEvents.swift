public import EventSourcing
public import Identifiers
public import JSON

/// An insurance or another payer was added to the clinic's list of payers.
public struct PayerAdded: EventPayload, Hashable {
    public let payer: ID<InsurancePayer>
    public let name: String

    public static let stored = StoredType("payer-added")
    public static let codec = object(
        PayerAdded.init(payer:name:), field("payer_id", \.payer, .id()), field("name", \.name, .name()))
    public var tags: [Tag] { [.insurancePayer(payer)] }
}

public struct PayerRenamed: EventPayload, Hashable {
    public let payer: ID<InsurancePayer>
    public let name: String

    public static let stored = StoredType("payer-renamed")
    public static let codec = object(
        PayerRenamed.init(payer:name:), field("payer_id", \.payer, .id()), field("name", \.name, .name()))
    public var tags: [Tag] { [.insurancePayer(payer)] }
}

/// A payer was retired, so no coverage by this payer can be added any more. The payer's coverages and claims stay.
public struct PayerRetired: EventPayload, Hashable {
    public let payer: ID<InsurancePayer>

    public static let stored = StoredType("payer-retired")
    public static let codec = object(PayerRetired.init(payer:), field("payer_id", \.payer, .id()))
    public var tags: [Tag] { [.insurancePayer(payer)] }
}
