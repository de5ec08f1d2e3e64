public import EventSourcing
public import Identifiers
public import JSON

/// A template of consents was added, or its wording was changed. Consents that were presented keep their wording.
public struct ConsentTemplateSet: EventPayload, Hashable {
    public let template: ID<ConsentTemplate>
    public let number: Int
    public let wording: ConsentWording

    public init(template: ID<ConsentTemplate>, number: Int, wording: ConsentWording) {
        self.template = template
        self.number = number
        self.wording = wording
    }

    public static let stored = StoredType("consent-template-set")
    public static let codec = object(
        ConsentTemplateSet.init(template:number:wording:), field("template_id", \.template, .id()),
        field("number", \.number, .int(1...1_000)), field("wording", \.wording, ConsentWording.codec))
    public var tags: [Tag] { [.consentTemplate(template)] }
}

/// A template of consents was retired. It cannot be presented any more.
public struct ConsentTemplateRetired: EventPayload, Hashable {
    public let template: ID<ConsentTemplate>

    public init(template: ID<ConsentTemplate>) { self.template = template }

    public static let stored = StoredType("consent-template-retired")
    public static let codec = object(
        ConsentTemplateRetired.init(template:), field("template_id", \.template, .id()))
    public var tags: [Tag] { [.consentTemplate(template)] }
}
