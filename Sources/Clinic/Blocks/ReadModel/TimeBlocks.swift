public import EventSourcing
import Identifiers
public import JSON
import SQL

/// A block as the staff see it.
public struct BlockDocument: Sendable {
    public let block: Block
    public let version: Int64
    /// Whether the block still keeps its time free of bookings; `false` once it was removed.
    public let isActive: Bool

    public static let codec = object(
        BlockDocument.checked(id:version:kind:title:start:end:first:last:doctors:chairs:isActive:),
        field("id", \.block.id, .blockID), field("version", \.version, .version),
        field("kind", \.block.kind, .blockKind), optionalField("title", \.block.title, .blockTitle),
        field("start", \.block.slot.start, .instant.described("When the block begins, in UTC.")),
        field("end", \.block.slot.end, .instant.described("When the block ends (exclusive), in UTC.")),
        field(
            "first_day", \.block.days.first, .date.described("The first day of the block, by the clinic's calendar.")),
        field("last_day", \.block.days.last, .date.described("The last day of the block, by the clinic's calendar.")),
        field("doctor_ids", \.block.doctors, .array(.id()).described("The doctors who are not booked.")),
        field("chair_ids", \.block.chairs, .array(.id()).described("The chairs that are not booked.")),
        field("active", \.isActive, .bool.described("Whether the time is blocked; `false` once the block was removed."))
    ).described("Time in which nothing is booked though it is for no patient.").named("Block")

    private static func checked(
        id: ID<Block>, version: Int64, kind: BlockKind, title: String?, start: Instant, end: Instant, first: CivilDate,
        last: CivilDate, doctors: [ID<StaffMember>], chairs: [ID<Chair>], isActive: Bool
    ) throws(CheckFailure) -> BlockDocument {
        BlockDocument(
            block: try .checked(
                id: id, kind: kind, title: title, start: start, end: end, first: first, last: last, doctors: doctors,
                chairs: chairs), version: version, isActive: isActive)
    }
}

/// The read model of blocked time, removed blocks included.
public enum TimeBlocks: ClinicReadModel {
    public static let table = DocumentTable("time_block", key: "block_id", .uuid)
    public static let audience = DocumentAudience.aboutNobody
    public static let codec = BlockDocument.codec
    public static let readsPersonal = false
    public static let columns = [
        DocumentColumn<BlockDocument>("active", .boolean) { .bool($0.isActive) },
        DocumentColumn<BlockDocument>("first_day", .date) { $0.block.days.first.bind },
        DocumentColumn<BlockDocument>("last_day", .date) { $0.block.days.last.bind },
        DocumentColumn<BlockDocument>("starts_at", .timestamptz) { $0.block.slot.start.bind },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .block(let event) = event { [DocumentKey(event.block.id)] } else { [] }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .block(.blocked) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.block) }

    public static func fold(
        _ document: BlockDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> BlockDocument? {
        guard case .block(let event) = recorded.event else { return document }
        let isActive = if case .blocked = event { true } else { false }
        return BlockDocument(block: event.block, version: recorded.position, isActive: isActive)
    }
}

// JSON members of blocks, in answers and requests.

extension Codec where Value == ID<Block> {
    static var blockID: Codec { .id().described("The block's id.") }
}

extension Codec where Value == BlockKind {
    static var blockKind: Codec {
        .stringEnum.described(
            "The purpose of the time: `lunch`, `meeting`, `out_of_service` (a chair that cannot be used) or `other`.")
    }
}

extension Codec where Value == String {
    static var blockTitle: Codec {
        .name().described("The purpose of the time, in plain words; it must not name a patient.")
    }
}
