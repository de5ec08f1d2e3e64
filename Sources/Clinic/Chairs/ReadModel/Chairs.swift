public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The document of a chair, which is sent to clients as it is stored.
public struct ChairDocument: Sendable {
    public let id: ID<Chair>
    public var version: Int64
    public var name: String
    public var isActive: Bool
    /// The chair's equipment; `nil` if there is none, so that documents that older releases stored stay correct.
    public var equipment: [String]?

    public static let codec = object(
        ChairDocument.init(id:version:name:isActive:equipment:), field("id", \.id, .chairID),
        field("version", \.version, .version),
        field("name", \.name, .name().described("The chair's name.")),
        field("active", \.isActive, .bool.described("Whether the chair is in use; `false` once it is retired.")),
        optionalField(
            "equipment", \.equipment,
            .array(.name(max: 50)).described("Equipment that services may need, such as a laser; absent: none."))
    ).described("A place where one patient at a time is treated.").named("Chair")
}

/// The read model of the clinic's chairs, retired ones included.
public enum Chairs: ClinicReadModel {
    public static let table = DocumentTable("chair", key: "chair_id", .uuid)
    public static let audience = DocumentAudience.aboutNobody
    public static let codec = ChairDocument.codec

    public static let columns = [
        DocumentColumn<ChairDocument>("active", .boolean) { .bool($0.isActive) },
        DocumentColumn<ChairDocument>("sort_name", .text) { .text(FoldedText.sortKey([$0.name])) },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .chair(let event) = event { [DocumentKey(event.chair)] } else { [] }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.chair) }

    public static func fold(
        _ document: ChairDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> ChairDocument? {
        guard case .chair(let event) = recorded.event else { return document }
        var document = document
        document?.version = recorded.position
        switch event {
        case .chairAdded(let added):
            return ChairDocument(id: added.chair, version: recorded.position, name: added.name, isActive: true)
        case .chairRenamed(let renamed): document?.name = renamed.name
        case .chairRetired: document?.isActive = false
        case .chairEquipped(let equipped):
            document?.equipment = equipped.equipment.isEmpty ? nil : equipped.equipment
        }
        return document
    }
}
