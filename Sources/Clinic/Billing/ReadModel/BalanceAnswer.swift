import Identifiers
import JSON

/// The JSON of a patient's balance in an answer: the sum that the patient owes, and the patient's credit.
struct BalanceAnswer: Sendable {
    let id: ID<Patient>
    let version: Int64
    let open: Money
    let credit: Money
    let withPayers: Money?
    let patientShare: Money?

    static let codec = object(
        BalanceAnswer.init(id:version:open:credit:withPayers:patientShare:),
        field("id", \.id, .patientID),
        field("version", \.version, .version),
        field("open", \.open, Money.codec.described("The sum that the patient still has to pay.")),
        field("credit", \.credit, Money.codec.described("The patient's credit.")),
        optionalField(
            "with_payers", \.withPayers,
            Money.codec.described(
                "The part of `open` that submitted claims ask payers for; absent for the balance of an earlier time.")),
        optionalField(
            "patient_share", \.patientShare,
            Money.codec.described(
                "The part of `open` that no submitted claim asks a payer for; absent for the balance of an earlier time."
            ))
    ).described("A patient's balance.").named("PatientAccount")
}

extension BalanceAnswer {
    init(_ document: AccountDocument, withPayers: Int64? = nil) {
        let currency = Currency(stored: document.currency)
        self.init(
            id: document.id, version: document.version, open: Money(document.open, currency),
            credit: Money(document.credit, currency), withPayers: withPayers.map { Money($0, currency) },
            patientShare: withPayers.map { Money(document.open - $0, currency) })
    }
}

/// A patient's balance with those of merged records and with the part that is with payers, as a query reads them from
/// the database.
struct PresentBalance: Sendable {
    let document: AccountDocument
    let merged: [AccountDocument]
    let withPayers: Int64

    static let codec = object(
        PresentBalance.init(document:merged:withPayers:), field("document", \.document, PatientAccounts.codec),
        field("merged", \.merged, .array(PatientAccounts.codec)), field("with_payers", \.withPayers, .int64))

    static let answer = AnswerForm(of: codec, as: BalanceAnswer.codec) {
        BalanceAnswer($0.sum, withPayers: $0.withPayers)
    }

    private var sum: AccountDocument {
        merged.reduce(into: document) { sum, account in
            sum.version = max(sum.version, account.version)
            sum.open += account.open
            sum.credit += account.credit
        }
    }
}
