import EventSourcing
import JSON

/// An instalment in answers, with its open amount.
struct InstalmentPart: Sendable {
    let dueOn: CivilDate
    let amount: Money
    let open: Money

    static let codec = object(
        InstalmentPart.init(dueOn:amount:open:),
        field("due_on", \.dueOn, .date.described("The last day to pay it in time, by the clinic's calendar.")),
        field("amount", \.amount, Money.codec.described("The amount of the instalment.")),
        field("open", \.open, Money.codec.described("The part of it that is still to be paid."))
    ).described("A part of an invoice that is due on a day of its own.").named("Instalment")
}

extension InvoiceDocument {
    /// The instalments with their open amounts. Payments settle the first ones first.
    var instalmentParts: [InstalmentPart] {
        let currency = total.currency
        var rest = balance
        let parts = (instalments ?? []).reversed().map { instalment in
            let open = min(max(0, rest), instalment.amount)
            rest -= open
            return InstalmentPart(
                dueOn: instalment.dueOn, amount: Money(instalment.amount, currency), open: Money(open, currency))
        }
        return parts.reversed()
    }
}
