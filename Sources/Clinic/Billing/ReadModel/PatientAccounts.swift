public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The stored document of a patient's balance: the sum that the patient owes, and the patient's credit.
public struct AccountDocument: Hashable, Sendable {
    public let id: ID<Patient>
    public var version: Int64
    public let currency: String
    /// The amount that the patient still owes for all invoices together, in minor units.
    public var open: Int64
    /// The parts of the patient's payments that neither pay an invoice nor were refunded, in minor units.
    public var credit: Int64
}

/// The read model `patient_account`: debt and credit of each patient with a billing event, such as an invoice.
public enum PatientAccounts: ClinicReadModel {
    public static let table = DocumentTable("patient_account", key: "patient_id", .uuid)
    public static let audience = DocumentAudience.record

    public static let codec = object(
        AccountDocument.init(id:version:currency:open:credit:),
        field("id", \.id, .id()),
        field("version", \.version, .int64),
        field("currency", \.currency, .string(3...3)),
        field("open", \.open, .int64),
        field("credit", \.credit, .int64))

    package static let answer = AnswerForm(of: codec, as: BalanceAnswer.codec) { BalanceAnswer($0) }

    public static let columns: [DocumentColumn<AccountDocument>] = [
        DocumentColumn("open", .bigint) { .int64($0.open) }
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .billing(let event) = event { [DocumentKey(event.accountChange.patient)] } else { [] }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.patientAccount) }

    public static func fold(
        _ document: AccountDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> AccountDocument? {
        guard case .billing(let event) = recorded.event else { return document }
        let change = event.accountChange
        return AccountDocument(
            id: change.patient, version: recorded.position,
            currency: document?.currency ?? change.currency?.code ?? "",
            open: (document?.open ?? 0) + change.open, credit: (document?.credit ?? 0) + change.credit)
    }
}
