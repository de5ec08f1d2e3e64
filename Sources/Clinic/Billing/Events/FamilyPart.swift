public import Identifiers
import JSON

/// Says of a payment that it is a part of a payment for a family.
public struct FamilyPart: Hashable, Sendable {
    public let payment: ID<FamilyPayment>
    public let guarantor: ID<Patient>

    static let codec = object(
        FamilyPart.init(payment:guarantor:), field("family_payment_id", \.payment, .id()),
        field("guarantor_id", \.guarantor, .id()))
}
