public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// A line of the ledger: the contribution of one billing event to the figures of money, with the event's time.
public struct LedgerLineDocument: Hashable, Sendable {
    public let version: Int64
    public let at: Instant
    /// The invoice that the event issued or voided; `nil` for other events, which have no production.
    public let invoice: ID<Invoice>?
    public let figures: MoneyFigures

    /// The clinic's gain from rounding a sum in cash; `nil` for none, so that a ledger line without a rounding has the
    /// form in which older releases stored it.
    var rounding: Int64? { figures.rounding.unlessZero }
}

/// The read model `ledger_line`, from which figures of money are summed for any days. It is an asynchronous projection,
/// which begins with a clinic's first event. So a clinic also gets lines for the events of older releases.
public enum LedgerLines: ClinicReadModel {
    public static let table = DocumentTable("ledger_line", key: "line", .text)
    public static let audience = DocumentAudience.allStaff
    public static let readsPersonal = false

    public static let codec = object(
        LedgerLineDocument.make(
            version:at:invoice:production:collections:refunds:revenue:writeOffs:adjustments:rounding:),
        field("version", \.version, .int64),
        field("at", \.at, .instant),
        optionalField("invoice_id", \.invoice, .id()),
        field("production", \.figures.production, .int64),
        field("collections", \.figures.collections, .int64),
        field("refunds", \.figures.refunds, .int64),
        field("revenue", \.figures.revenue, .int64),
        field("write_offs", \.figures.writeOffs, .int64),
        field("adjustments", \.figures.adjustments, .int64),
        optionalField("rounding", \.rounding, .int64)
    ).named("LedgerLine")

    public static let columns: [DocumentColumn<LedgerLineDocument>] = [
        DocumentColumn("happened_at", .timestamptz) { $0.at.bind },
        DocumentColumn("invoice_id", .uuid) { $0.invoice.map { .uuid($0.uuid) } ?? .null(.uuid) },
        DocumentColumn("production", .bigint) { .int64($0.figures.production) },
        DocumentColumn("collections", .bigint) { .int64($0.figures.collections) },
        DocumentColumn("refunds", .bigint) { .int64($0.figures.refunds) },
        DocumentColumn("revenue", .bigint) { .int64($0.figures.revenue) },
        DocumentColumn("write_offs", .bigint) { .int64($0.figures.writeOffs) },
        DocumentColumn("adjustments", .bigint) { .int64($0.figures.adjustments) },
        DocumentColumn("rounding", .bigint) { .int64($0.figures.rounding) },
    ]

    /// The list of keys is empty, since the key of a ledger line is the position of its event. An event does not
    /// contain its own position.
    public static func keys(of event: ClinicEvent) -> [DocumentKey] { [] }

    /// The key is the position of a billing event that changes a figure, so that the ledger has a line of its own for
    /// each such event. A key made from an event's data would not be unique: an event may have the same data as an
    /// earlier one, such as credit that is used again for the same invoice.
    public static func keys(of recorded: Recorded<ClinicEvent>) -> [DocumentKey] {
        guard case .billing(let event) = recorded.event, event.figures != MoneyFigures() else { return [] }
        return [.text("\(recorded.position)")]
    }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] { event.tags }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool { true }

    public static func fold(
        _ document: LedgerLineDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> LedgerLineDocument? {
        guard case .billing(let event) = recorded.event else { return document }
        return LedgerLineDocument(
            version: recorded.position, at: recorded.recordedAt, invoice: event.producingInvoice, figures: event.figures
        )
    }
}

extension BillingEvent {
    /// The invoice that the event issues or voids; `nil` for all other events.
    fileprivate var producingInvoice: ID<Invoice>? {
        switch self {
        case .invoiceIssued(let issued): issued.invoice
        case .invoiceVoided(let voided): voided.invoice
        default: nil
        }
    }
}

extension LedgerLineDocument {
    fileprivate static func make(
        version: Int64, at: Instant, invoice: ID<Invoice>?, production: Int64, collections: Int64, refunds: Int64,
        revenue: Int64, writeOffs: Int64, adjustments: Int64, rounding: Int64?
    ) -> LedgerLineDocument {
        LedgerLineDocument(
            version: version, at: at, invoice: invoice,
            figures: MoneyFigures(
                production: production, collections: collections, refunds: refunds, revenue: revenue,
                writeOffs: writeOffs, adjustments: adjustments, rounding: rounding ?? 0))
    }
}
