public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that adds a template of consents, or changes the wording of a template.
public struct SetConsentTemplate: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case retired
        case tooMany

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .retired: Problem(.consentTemplateRetired)
            case .tooMany: Problem(.limitReached, "A template has at most \(SetConsentTemplate.limit) wordings.")
            }
        }
    }

    public static let limit = 1_000

    public let template: ID<ConsentTemplate>
    public let wording: ConsentWording
    public let isNew: Bool

    public init(_ template: ID<ConsentTemplate>, _ wording: ConsentWording, isNew: Bool) {
        self.template = template
        self.wording = wording
        self.isNew = isNew
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let number: Int
        switch model[.consentTemplate(template)] {
        case .unknown:
            guard isNew else { throw .unknown }
            number = 1
        case .active(let present, let text):
            if text == wording { return [] }
            number = present + 1
        case .retired: throw .retired
        }
        guard number <= SetConsentTemplate.limit else { throw .tooMany }
        return [
            .consent(
                .templateSet(ConsentTemplateSet(template: template, number: number, wording: wording)))
        ]
    }
}

/// The command that retires a template of consents. A retired template cannot be presented. Consents that were
/// presented do not change.
public struct RetireConsentTemplate: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            }
        }
    }

    public let template: ID<ConsentTemplate>

    public init(_ template: ID<ConsentTemplate>) { self.template = template }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        switch model[.consentTemplate(template)] {
        case .unknown: throw .unknown
        case .active: [.consent(.templateRetired(ConsentTemplateRetired(template: template)))]
        case .retired: []
        }
    }
}

extension ConsentsAPI {
    static let addTemplate = Endpoint<ClinicAction>(
        .post, "/api/v1/consent-templates", id: "addConsentTemplate", summary: "Add a template of consents",
        details: "Its first wording has the number 1.", tag: tag, for: AdminOnly.self,
        takes: .body(ConsentWording.codec), answers: [.created(ConsentTemplates.codec, "The template")],
        idempotency: .accepted
    ) { _, body throws(Problem) in
        .creation { ids in
            let id: ID<ConsentTemplate> = ids()
            return ClinicCommand(
                SetConsentTemplate(id, body, isNew: true),
                answer: DocumentAnswer(
                    ConsentTemplates.self, DocumentKey(id), location: "/api/v1/consent-templates/\(id)"))
        }
    }

    static let changeTemplate = Endpoint<ClinicAction>(
        .put, "/api/v1/consent-templates/{template_id}", id: "changeConsentTemplate",
        summary: "Change the wording of a template",
        details: "The new wording has the next number. Consents that were presented keep their wording.",
        tag: tag, for: AdminOnly.self, takes: .path("template_id", .consentTemplateID), .body(ConsentWording.codec),
        answers: [.ok(ConsentTemplates.codec, "The template as it is now")],
        problems: [.consentTemplateRetired, .limitReached, .notFound], idempotency: .accepted
    ) { _, id, body throws(Problem) in
        .command(
            ClinicCommand(
                SetConsentTemplate(id, body, isNew: false),
                answer: DocumentAnswer(ConsentTemplates.self, DocumentKey(id))))
    }

    static let retireTemplate = Endpoint<ClinicAction>(
        .post, "/api/v1/consent-templates/{template_id}/retire", id: "retireConsentTemplate",
        summary: "Retire a template of consents",
        details: "A retired template cannot be presented. Repeating this changes nothing.",
        tag: tag, for: AdminOnly.self, takes: .path("template_id", .consentTemplateID),
        answers: [.ok(ConsentTemplates.codec, "The template, which is retired")], problems: [.notFound],
        idempotency: .accepted
    ) { _, id throws(Problem) in
        .command(
            ClinicCommand(
                RetireConsentTemplate(id), answer: DocumentAnswer(ConsentTemplates.self, DocumentKey(id))))
    }
}

extension Problem.Kind {
    static let consentTemplateRetired = Problem.Kind(
        "consent-template-retired", 409, "The template was retired",
        means: "A retired template of consents cannot be presented, and its wording cannot be changed.",
        remedy: "Use another template.")
}
