public import EventSourcing
public import JSON
import SQL

/// The sums of all patients' debts and of their credit, in minor units of the clinic's currency.
public struct ClinicBalanceDocument: Hashable, Sendable {
    public let version: Int64
    public let open: Int64
    public let credit: Int64
}

/// The read model `clinic_balance`. All billing events of a clinic change the same document. The read model is
/// asynchronous, so that this document is written once for many events.
public enum ClinicBalances: ClinicReadModel {
    public static let table = DocumentTable("clinic_balance", key: "account", .text)
    public static let audience = DocumentAudience.aboutNobody
    /// The key of the only document that a clinic has in the read model `clinic_balance`.
    static let receivables = "receivables"

    public static let codec = object(
        ClinicBalanceDocument.init(version:open:credit:),
        field("version", \.version, .int64),
        field("open", \.open, .int64),
        field("credit", \.credit, .int64)
    ).named("ClinicBalance")

    public static let columns: [DocumentColumn<ClinicBalanceDocument>] = [
        DocumentColumn("open", .bigint) { .int64($0.open) }
    ]

    public static let readsPersonal = false

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .billing = event { [.text(receivables)] } else { [] }
    }

    public static func fold(
        _ document: ClinicBalanceDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> ClinicBalanceDocument? {
        guard case .billing(let event) = recorded.event else { return document }
        let change = event.accountChange
        return ClinicBalanceDocument(
            version: recorded.position, open: (document?.open ?? 0) + change.open,
            credit: (document?.credit ?? 0) + change.credit)
    }
}
