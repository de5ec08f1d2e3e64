import Identifiers
import JSON

/// The JSON of a patient's debt and credit in an answer.
struct BalanceAnswer: Sendable {
    let id: ID<Patient>
    let version: Int64
    let open: Money
    let credit: Money

    static let codec = object(
        BalanceAnswer.init(id:version:open:credit:),
        field("id", \.id, .patientID),
        field("version", \.version, .version),
        field("open", \.open, Money.codec.described("The sum that the patient still has to pay.")),
        field("credit", \.credit, Money.codec.described("The patient's credit."))
    ).described("A patient's balance.").named("PatientAccount")
}

extension BalanceAnswer {
    init(_ document: AccountDocument) {
        let currency = Currency(stored: document.currency)
        self.init(
            id: document.id, version: document.version, open: Money(document.open, currency),
            credit: Money(document.credit, currency))
    }
}
