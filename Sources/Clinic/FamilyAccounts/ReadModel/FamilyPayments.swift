public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// A payment for a family, as it is stored and sent. Each part is one patient's payment, with a receipt of its own.
public struct FamilyPaymentDocument: Hashable, Sendable {
    public struct Part: Hashable, Sendable {
        public let payment: ID<Payment>
        public let patient: ID<Patient>
        public let number: String
        public let amount: Money
    }

    public let id: ID<FamilyPayment>
    public internal(set) var version: Int64
    public let guarantor: ID<Patient>
    public internal(set) var amount: Money
    public internal(set) var parts: [Part]
}

/// The read model `family_payment`, with one row for each payment for a family.
public enum FamilyPayments: ClinicReadModel {
    public static let table = DocumentTable("family_payment", key: "family_payment_id", .uuid)
    public static let audience = DocumentAudience.allStaff
    public static let readsPersonal = false

    public static let codec = object(
        FamilyPaymentDocument.init(id:version:guarantor:amount:parts:),
        field("id", \.id, .id().described("The id of the payment for the family.")),
        field("version", \.version, .version),
        field("guarantor_id", \.guarantor, .id().described("The id of the patient who paid.")),
        field("amount", \.amount, Money.codec.described("The amount that was received.")),
        field(
            "payments", \.parts,
            .array(FamilyPaymentDocument.Part.codec).described(
                "The parts: a payment for each member. They add up to the amount."))
    ).described("A payment for several members of a family.").named("FamilyPayment")

    public static let columns: [DocumentColumn<FamilyPaymentDocument>] = [
        DocumentColumn("patient_id", .uuid) { .uuid($0.guarantor.uuid) }
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .billing(.paymentRecorded(let received)) = event, let family = received.family {
            [DocumentKey(family.payment)]
        } else {
            []
        }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.familyPayment) }

    public static func fold(
        _ document: FamilyPaymentDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> FamilyPaymentDocument? {
        guard case .billing(.paymentRecorded(let received)) = recorded.event, let family = received.family else {
            return document
        }
        let currency = received.amount.currency
        var payment =
            document
            ?? FamilyPaymentDocument(
                id: family.payment, version: 0, guarantor: family.guarantor, amount: Money(0, currency), parts: [])
        payment.version = recorded.position
        payment.amount = Money(payment.amount.amount + received.amount.amount, currency)
        payment.parts.append(
            FamilyPaymentDocument.Part(
                payment: received.payment, patient: received.patient, number: received.number ?? "",
                amount: received.amount))
        return payment
    }
}

extension FamilyPaymentDocument.Part {
    static let codec = object(
        FamilyPaymentDocument.Part.init(payment:patient:number:amount:),
        field("payment_id", \.payment, .paymentID),
        field("patient_id", \.patient, .patientID),
        field("number", \.number, .string(max: 40).described("The receipt's number.")),
        field("amount", \.amount, Money.codec.described("The member's part."))
    ).described("The part of a payment for a family that one member's account receives.").named("FamilyPaymentPart")
}
