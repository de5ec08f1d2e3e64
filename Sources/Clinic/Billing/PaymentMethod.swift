public enum PaymentMethod: String, CaseIterable, Hashable, Sendable {
    case cash, card
    case bankTransfer = "bank_transfer"
    case insurance, other
}
