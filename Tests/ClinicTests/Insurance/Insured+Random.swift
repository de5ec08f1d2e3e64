import Clinic
import EventSourcing
import Identifiers
import Testing

extension Insured {
    /// Runs a random command about claims, which may be rejected.
    mutating func tryOne(_ step: UInt64, at now: Instant, _ random: inout SeededNumbers) {
        let amount = Int64.random(in: 1...500, using: &random)
        let claims = books.account.insurance.claims
        let invoice = books.account.charges.randomElement(using: &random)?.invoice ?? B.invoice(1)
        let claim = claims.randomElement(using: &random)?.id ?? Self.claim(1)
        switch Int.random(in: 0...5, using: &random) {
        case 0, 1: _ = try? books.run(MakeClaim(Self.claim(step), for: invoice, under: Self.coverage), at: now)
        case 2: _ = try? books.run(AdvanceClaim(claim, .submit), at: now)
        case 3: _ = try? books.run(AdvanceClaim(claim, .answer(accepted: B.euro(amount), reason: nil)), at: now)
        case 4: _ = try? books.run(PayClaim(B.payment(step), for: claim, B.euro(amount)), at: now)
        default: _ = try? books.run(AdvanceClaim(claim, .close(reason: Personal("settled"))), at: now)
        }
    }

    /// Expects that the amount paid on each claim is the sum of the claim's payments less their refunds, that no
    /// payer's payment is credit, and that documents have the same sums as the account's state.
    func expectClaims(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let account = books.account
        for receipt in account.receipts where receipt.method == .insurance {
            #expect(receipt.credit == 0, sourceLocation: sourceLocation)
        }
        for claim in account.insurance.claims {
            let paid = account.receipts.reduce(0) { $1.claim == claim.id ? $0 + $1.refundable : $0 }
            let document = try #require(books.given.document(InsuranceClaims.self, DocumentKey(claim.id)))
            #expect(
                document.contains(#""paid":{"amount":\#(paid),"currency":"EUR"}"#), "\(document)",
                sourceLocation: sourceLocation)
            let status = #""status":"\#(claim.status.rawValue)","lines""#
            #expect(document.contains(status), "\(document)", sourceLocation: sourceLocation)
            #expect(claim.outstanding >= 0, sourceLocation: sourceLocation)
        }
        var withPayers: Int64 = 0
        for charge in account.charges {
            let document = books.given.document(Invoices.self, DocumentKey(charge.invoice)) ?? ""
            let part = document.split(separator: #""with_payers":"#, maxSplits: 1).dropFirst().first
            withPayers += part.flatMap { Int64($0.prefix { $0.isNumber }) } ?? 0
        }
        #expect(withPayers == account.withPayers, sourceLocation: sourceLocation)
    }
}
