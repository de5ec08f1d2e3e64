import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct FamilyPaymentTests {
    private static let parent = Practice.patient(1)
    private static let children = [Practice.patient(2), Practice.patient(3)]

    private func family() throws -> Desk {
        var desk = try Desk(Practice(patients: 4))
        try desk.run(SetFamilyAccount(Self.parent, members: Self.children), at: noon)
        for (number, owner) in [Self.children[0], Self.parent, Self.children[1]].enumerated() {
            try desk.run(
                IssueInvoice(
                    invoice: Books.invoice(UInt64(number + 1)), patient: owner, appointment: nil,
                    lines: [Books.line(1_000)]), at: noon)
        }
        return desk
    }

    private func pay(_ amount: Int64, credit: Bool = false) -> PayFamily {
        PayFamily(
            0xf1, of: Self.parent, payments: (1...21).map { Books.payment($0) },
            PaymentTerms(amount: Books.euro(amount), method: .card, acceptsCredit: credit))
    }

    private func account(_ desk: Desk, _ patient: ID<Patient>) -> PatientAccount {
        desk.given.state(Subject<PatientAccount>(.patientAccount(patient)))
    }

    @Test func `a repeated command for a family account without members appends no second event`() throws {
        var desk = try Desk(Practice(patients: 4))
        let set = SetFamilyAccount(Self.parent, members: [])
        try desk.run(set, at: noon)
        #expect(desk.given.document(FamilyAccounts.self, DocumentKey(Self.parent)) != nil)
        desk.given.when(set, at: noon).thenNothing()
    }

    @Test func `the members of a family account can be replaced, and the read model shows the new members`() throws {
        var desk = try family()
        try desk.run(SetFamilyAccount(Self.parent, members: [Self.children[1]]), at: noon)
        let document = try #require(desk.given.document(FamilyAccounts.self, DocumentKey(Self.parent)))
        #expect(document.contains(#""members":["\#(Self.children[1].uuid.text)"]"#))
    }

    @Test func `a family payment pays all members' oldest invoices first, with a receipt for each member`() throws {
        var desk = try family()
        try desk.run(pay(2_500), at: noon)
        #expect(account(desk, Self.children[0]).open == 0)
        #expect(account(desk, Self.parent).open == 0)
        #expect(account(desk, Self.children[1]).open == 500)
        let document = try #require(desk.given.document(FamilyPayments.self, DocumentKey(0xf1 as ID<FamilyPayment>)))
        #expect(document.contains(#""amount":{"amount":2500,"currency":"EUR"},"payments":["#))
        for number in ["R-2026-000001", "R-2026-000002", "R-2026-000003"] { #expect(document.contains(number)) }
    }

    @Test func `a family payment pays a member's invoice before a later one of the guarantor`() throws {
        var desk = try family()
        try desk.run(pay(1_500), at: noon)
        #expect(account(desk, Self.children[0]).open == 0)
        #expect(account(desk, Self.parent).open == 500)
    }

    @Test
    func `the rest of an overpaid family payment is the guarantor's credit, if the request accepts a credit`() throws {
        var desk = try family()
        #expect(desk.rejection(pay(3_001), at: noon) == .overpaid(open: Books.euro(3_000)))
        try desk.run(pay(3_200, credit: true), at: noon)
        #expect(account(desk, Self.parent).credit == 200)
        #expect(account(desk, Self.children[0]).credit == 0)
    }

    @Test func `a family payment that is repeated appends no event`() throws {
        var desk = try family()
        try desk.run(pay(2_500), at: noon)
        desk.given.when(pay(2_500), at: noon).thenNothing()
    }

    @Test func `the members of a family account must be patients other than the guarantor, each once`() throws {
        let desk = try family()
        func set(_ members: [ID<Patient>]) -> SetFamilyAccount.Rejection? {
            desk.rejection(SetFamilyAccount(Self.parent, members: members), at: noon)
        }
        #expect(set([Self.parent]) == .unknownMember(index: 0))
        #expect(set([Self.children[0], Self.children[0]]) == .unknownMember(index: 1))
        #expect(set([0xdead]) == .unknownMember(index: 0))
        #expect(set([]) == nil)
    }
}
