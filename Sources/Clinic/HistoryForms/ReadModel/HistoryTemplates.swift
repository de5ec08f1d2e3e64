public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The document of a template of the medical history form. Each change of the questions makes a new document.
public struct HistoryTemplateDocument: Hashable, Sendable {
    public let id: ID<HistoryTemplate>
    public let version: Int64
    public let template: HistoryTemplate

    public static let codec = object(
        HistoryTemplateDocument.init(id:version:template:),
        field("id", \.id, Codec<ID<HistoryTemplate>>.id().described("The template's id.")),
        field("version", \.version, .version),
        field("template", \.template, HistoryTemplate.codec.described("The number and the questions."))
    ).described("A template of the medical history form.").named("HistoryTemplateVersion")

    /// The document of the template that is built into the program. Its id is the nil UUID.
    static let builtIn = HistoryTemplateDocument(
        id: ID(UUIDBytes(high: 0, low: 0)), version: 1, template: .builtIn)
}

/// The read model `history_template`: all templates of the clinic's medical history form, without the built-in one.
public enum HistoryTemplates: ClinicReadModel {
    public static let table = DocumentTable("history_template", key: "template_id", .uuid)
    public static let audience = DocumentAudience.aboutNobody
    public static let codec = HistoryTemplateDocument.codec

    public static let columns: [DocumentColumn<HistoryTemplateDocument>] = [
        DocumentColumn("number", .bigint) { .int64(Int64($0.template.number)) }
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .historyForm(.templateSet(let set)) = event { [DocumentKey(set.id)] } else { [] }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .historyForm(.templateSet) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { [.historyTemplate] }

    public static func fold(
        _ document: HistoryTemplateDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> HistoryTemplateDocument? {
        guard case .historyForm(.templateSet(let set)) = recorded.event, DocumentKey(set.id) == key else {
            return document
        }
        return HistoryTemplateDocument(id: set.id, version: recorded.position, template: set.template)
    }
}
