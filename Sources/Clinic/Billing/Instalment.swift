public import EventSourcing
import JSON

/// A part of an invoice that is due on a day of its own, in minor units.
public struct Instalment: Hashable, Sendable {
    public let dueOn: CivilDate
    public let amount: Int64

    public init(dueOn: CivilDate, amount: Int64) {
        self.dueOn = dueOn
        self.amount = amount
    }

    static let codec = object(
        Instalment.init(dueOn:amount:), field("due_on", \.dueOn, .date),
        field("amount", \.amount, .int64(1...Money.bounds.upperBound)))
}
