public import Identifiers
import JSON

/// The payment for a family of which one patient's payment is a part, and the guarantor who made the payment for the
/// family.
public struct FamilyPart: Hashable, Sendable {
    public let payment: ID<FamilyPayment>
    public let guarantor: ID<Patient>

    static let codec = object(
        FamilyPart.init(payment:guarantor:), field("family_payment_id", \.payment, .id()),
        field("guarantor_id", \.guarantor, .id()))
}
