public import EventSourcing
public import Identifiers
public import JSON

/// The accounts of a family over some days, in one statement.
public struct FamilyStatement: Sendable {
    public let id: ID<Patient>
    public let version: Int64
    public let members: [AccountStatement]
    /// The sums over all members, at the end of the last day.
    public let open, credit: Money

    /// The statement of a guarantor and all members, the guarantor first.
    public init(
        of guarantor: ID<Patient>, from: CivilDate, to: CivilDate, _ model: inout DecisionModel<ClinicEvent>
    ) {
        let currency = model[.basics].currency
        id = guarantor
        var statements: [AccountStatement] = []
        for member in [guarantor] + model[.familyAccount(guarantor)].members {
            statements.append(AccountStatement(of: member, from: from, to: to, &model))
        }
        members = statements
        version = statements.reduce(0) { max($0, $1.version) }
        open = Money(statements.reduce(0) { $0 + $1.open.amount }, currency)
        credit = Money(statements.reduce(0) { $0 + $1.credit.amount }, currency)
    }

    private init(id: ID<Patient>, version: Int64, members: [AccountStatement], open: Money, credit: Money) {
        self.id = id
        self.version = version
        self.members = members
        self.open = open
        self.credit = credit
    }

    public static let codec = object(
        FamilyStatement.init(id:version:members:open:credit:),
        field("id", \.id, .id().described("The id of the guarantor: the patient who pays.")),
        field("version", \.version, .version),
        field(
            "statements", \.members,
            .array(AccountStatement.codec).described("A statement for the guarantor, and one for each member.")),
        field("open", \.open, Money.codec.described("The sum that the family owes after the last day.")),
        field("credit", \.credit, Money.codec.described("The credit of all members after the last day."))
    ).described("The accounts of a family over some days.").named("FamilyStatement")
}
