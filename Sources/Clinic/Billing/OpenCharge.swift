public import Endpoints
import EventSourcing
import Identifiers

/// The reason why a command about the open amount of an invoice is refused.
public enum NotOpen: ClinicRejection, Hashable {
    case unknownInvoice
    case invoiceIsVoid
    case nothingOpen

    public var problem: Problem {
        switch self {
        case .unknownInvoice: .notFound
        case .invoiceIsVoid: Problem(.invoiceVoid)
        case .nothingOpen: Problem(.invoiceSettled)
        }
    }
}

extension DecisionModel<ClinicEvent> {
    /// The patient who owes an invoice with an open amount, the patient's account, and the account's charge for this
    /// invoice.
    ///
    /// - Parameter rejection: converts the reason of a refusal to the rejection of the calling command.
    mutating func openCharge<Rejection: Error>(
        of invoice: ID<Invoice>, else rejection: (NotOpen) -> Rejection
    ) throws(Rejection) -> (patient: ID<Patient>, account: PatientAccount, charge: PatientAccount.Charge) {
        guard let found = charge(of: invoice) else { throw rejection(.unknownInvoice) }
        guard !found.charge.isVoid else { throw rejection(.invoiceIsVoid) }
        guard found.charge.open > 0 else { throw rejection(.nothingOpen) }
        return found
    }
}
