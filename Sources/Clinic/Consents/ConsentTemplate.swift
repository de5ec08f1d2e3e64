public import EventSourcing
import Identifiers
import JSON

/// The state of a template of consents for decisions.
public enum ConsentTemplate: EventSourced, Hashable {
    case unknown
    case active(number: Int, ConsentWording)
    case retired

    public static let initial = ConsentTemplate.unknown
    public static let readsPersonal = false
    /// Each event about a template of consents has the whole wording with its number, or retires the template.
    public static let readsLast = true

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .consent(let event) = recorded.event else { return }
        switch event {
        case .templateSet(let set): self = .active(number: set.number, set.wording)
        case .templateRetired: self = .retired
        case .presented, .signed, .withdrawn: break
        }
    }
}

extension Subject<ConsentTemplate> {
    static func consentTemplate(_ id: ID<ConsentTemplate>) -> Subject<ConsentTemplate> {
        Subject(.consentTemplate(id))
    }
}

extension Codec where Value == ID<ConsentTemplate> {
    static var consentTemplateID: Codec { .id().described("The id of the template.") }
}

extension Codec where Value == Int {
    static var consentNumber: Codec {
        .int(1...1_000).described(
            "The number of the template's wording. Each change of the wording gets the next number.")
    }
}
