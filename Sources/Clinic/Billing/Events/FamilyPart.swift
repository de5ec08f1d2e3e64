public import Identifiers
import JSON

/// The family payment that a patient's payment is a part of, and the guarantor who made the family payment.
public struct FamilyPart: Hashable, Sendable {
    public let payment: ID<FamilyPayment>
    public let guarantor: ID<Patient>

    static let codec = object(
        FamilyPart.init(payment:guarantor:), field("family_payment_id", \.payment, .id()),
        field("guarantor_id", \.guarantor, .id()))
}
