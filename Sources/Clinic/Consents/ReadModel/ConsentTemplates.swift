public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The document of a template of consents.
public struct ConsentTemplateDocument: Hashable, Sendable {
    public let id: ID<ConsentTemplate>
    public internal(set) var version: Int64
    public internal(set) var number: Int
    public internal(set) var wording: ConsentWording
    public internal(set) var isActive: Bool

    public static let codec = object(
        ConsentTemplateDocument.init(id:version:number:wording:isActive:),
        field("id", \.id, .consentTemplateID), field("version", \.version, .version),
        field("number", \.number, .consentNumber),
        field("wording", \.wording, ConsentWording.codec.described("The present wording.")),
        field(
            "active", \.isActive,
            .bool.described("Whether the template can be presented; `false` after its retirement."))
    ).described("A template of consents.").named("ConsentTemplate")
}

/// The read model `consent_template`: the templates of consents, retired ones included.
public enum ConsentTemplates: ClinicReadModel {
    public static let table = DocumentTable("consent_template", key: "template_id", .uuid)
    public static let audience = DocumentAudience.aboutNobody
    public static let codec = ConsentTemplateDocument.codec

    public static let columns: [DocumentColumn<ConsentTemplateDocument>] = [
        DocumentColumn("active", .boolean) { .bool($0.isActive) },
        DocumentColumn("sort_name", .text) { .text(FoldedText.sortKey([$0.wording.title])) },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .consent(let event) = event { event.template.map { [DocumentKey($0)] } ?? [] } else { [] }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.consentTemplate) }

    public static func fold(
        _ document: ConsentTemplateDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> ConsentTemplateDocument? {
        var document = document
        document?.version = recorded.position
        switch recorded.event {
        case .consent(.templateSet(let set)):
            return ConsentTemplateDocument(
                id: set.template, version: recorded.position, number: set.number, wording: set.wording, isActive: true)
        case .consent(.templateRetired): document?.isActive = false
        default: break
        }
        return document
    }
}
