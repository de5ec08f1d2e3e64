public import EventSourcing
import Identifiers

/// The state of a payer, such as an insurance, for decisions.
public enum InsurancePayer: EventSourced, Hashable {
    case unknown
    case active(name: String)
    case retired(name: String)

    public static let initial = InsurancePayer.unknown
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .insurance(let event) = recorded.event else { return }
        switch event {
        case .payerAdded(let added): self = .active(name: added.name)
        case .payerRenamed(let renamed): self = .active(name: renamed.name)
        case .payerRetired: if case .active(let name) = self { self = .retired(name: name) }
        case .coverageRecorded, .coverageRemoved, .claimMade, .claimSubmitted, .claimAnswered, .claimClosed: break
        }
    }
}

extension Subject<InsurancePayer> {
    static func insurancePayer(_ id: ID<InsurancePayer>) -> Subject<InsurancePayer> { Subject(.insurancePayer(id)) }
}
