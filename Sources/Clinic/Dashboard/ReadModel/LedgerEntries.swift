public import EventSourcing
public import JSON
import SQL

/// An entry of the ledger: the contribution of one event to the figures of money, with its time.
public struct LedgerEntryDocument: Hashable, Sendable {
    public let version: Int64
    public let at: Instant
    public var figures: MoneyFigures
}

/// The read model `ledger_entry`, from which figures of money are summed for any days. It is asynchronous, so that a
/// database of an older release gets entries from the first event on.
public enum LedgerEntries: Projection {
    public static let table = DocumentTable("ledger_entry", key: "entry", .text)
    public static let readsPersonal = false

    public static let codec = object(
        LedgerEntryDocument.make(
            version:at:production:collections:refunds:revenue:writeOffs:adjustments:),
        field("version", \.version, .int64),
        field("at", \.at, .instant),
        field("production", \.figures.production, .int64),
        field("collections", \.figures.collections, .int64),
        field("refunds", \.figures.refunds, .int64),
        field("revenue", \.figures.revenue, .int64),
        field("write_offs", \.figures.writeOffs, .int64),
        field("adjustments", \.figures.adjustments, .int64)
    ).named("LedgerEntry")

    public static let columns: [DocumentColumn<LedgerEntryDocument>] = [
        DocumentColumn("happened_at", .timestamptz) { $0.at.bind },
        DocumentColumn("production", .bigint) { .int64($0.figures.production) },
        DocumentColumn("collections", .bigint) { .int64($0.figures.collections) },
        DocumentColumn("refunds", .bigint) { .int64($0.figures.refunds) },
        DocumentColumn("revenue", .bigint) { .int64($0.figures.revenue) },
        DocumentColumn("write_offs", .bigint) { .int64($0.figures.writeOffs) },
        DocumentColumn("adjustments", .bigint) { .int64($0.figures.adjustments) },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .billing(let event) = event { [.text(event.ledgerKey)] } else { [] }
    }

    public static func fold(
        _ document: LedgerEntryDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> LedgerEntryDocument? {
        guard case .billing(let event) = recorded.event else { return document }
        var figures = event.figures
        if let before = document?.figures { figures = figures + before }
        return LedgerEntryDocument(version: recorded.position, at: recorded.recordedAt, figures: figures)
    }
}

extension LedgerEntryDocument {
    fileprivate static func make(
        version: Int64, at: Instant, production: Int64, collections: Int64, refunds: Int64, revenue: Int64,
        writeOffs: Int64, adjustments: Int64
    ) -> LedgerEntryDocument {
        LedgerEntryDocument(
            version: version, at: at,
            figures: MoneyFigures(
                production: production, collections: collections, refunds: refunds, revenue: revenue,
                writeOffs: writeOffs, adjustments: adjustments))
    }
}

extension MoneyFigures {
    static func + (one: MoneyFigures, other: MoneyFigures) -> MoneyFigures {
        MoneyFigures(
            production: one.production + other.production, collections: one.collections + other.collections,
            refunds: one.refunds + other.refunds, revenue: one.revenue + other.revenue,
            writeOffs: one.writeOffs + other.writeOffs, adjustments: one.adjustments + other.adjustments)
    }
}
