public import EventSourcing
import Identifiers

/// The state of an invoice's draft, for decisions.
public enum InvoiceDraftState: EventSourced {
    case none
    case open(InvoiceDraftSaved)
    /// The draft was issued or discarded, or an invoice with the same id was issued without a draft.
    case ended

    public static let initial = InvoiceDraftState.none

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        switch recorded.event {
        case .draft(.saved(let saved)): self = .open(saved)
        case .draft(.discarded), .billing(.invoiceIssued): self = .ended
        default: break
        }
    }
}

extension Subject<InvoiceDraftState> {
    static func invoiceDraft(_ id: ID<Invoice>) -> Subject<InvoiceDraftState> { Subject(.invoice(id)) }
}

/// The reason why the draft of an invoice cannot be issued or discarded.
public enum DraftFault: Error, Hashable {
    case unknown
    case ended
}

extension DecisionModel<ClinicEvent> {
    /// The draft of an invoice, if it is neither issued nor discarded.
    mutating func openDraft(_ id: ID<Invoice>) throws(DraftFault) -> InvoiceDraftSaved {
        switch self[.invoiceDraft(id)] {
        case .none: throw .unknown
        case .ended: throw .ended
        case .open(let draft): return draft
        }
    }
}
