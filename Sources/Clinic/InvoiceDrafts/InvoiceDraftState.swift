public import EventSourcing
import Identifiers

/// The draft of an invoice, as decisions read it.
public enum InvoiceDraftState: EventSourced {
    case none
    case open(InvoiceDraftSaved)
    /// It was issued or discarded.
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

/// The reason why a draft cannot be changed.
public enum DraftFault: Error, Hashable {
    case unknown
    case ended
}

extension DecisionModel<ClinicEvent> {
    /// The draft that is still open.
    mutating func openDraft(_ id: ID<Invoice>) throws(DraftFault) -> InvoiceDraftSaved {
        switch self[.invoiceDraft(id)] {
        case .none: throw .unknown
        case .ended: throw .ended
        case .open(let draft): return draft
        }
    }
}
