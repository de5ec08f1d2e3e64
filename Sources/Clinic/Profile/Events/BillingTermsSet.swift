public import EventSourcing
public import JSON

public struct BillingTermsSet: EventPayload, Hashable {
    public let terms: BillingTerms

    public static let stored = StoredType("billing-terms-set")
    public static let codec = object(BillingTermsSet.init(terms:), field("terms", \.terms, BillingTerms.codec))
    public var tags: [Tag] { [.settings] }
}
