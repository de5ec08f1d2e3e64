import EventSourcing
public import Identifiers

/// The money of one payment, refund or correction on a cash drawer's day, whatever the payment method.
public struct DrawerMovement: Sendable {
    public enum Kind: String, Sendable {
        case payment, refund
        /// A payment was marked as recorded by mistake.
        case correction
    }

    public let day: DrawerDayKey
    public let kind: Kind
    public let method: PaymentMethod
    /// The amount of money, negative for a refund or a correction.
    public let amount: Money
    public let number: String?
    public let patient: ID<Patient>
}

extension ClinicEvent {
    /// The money by which the event changes a cash drawer's day; `nil` if it changes none, or names no drawer since an
    /// earlier release stored it.
    var drawerMovement: DrawerMovement? {
        switch self {
        case .billing(.paymentRecorded(let event)):
            movement(
                event.receivedOn, event.drawer, .payment, event.method, event.amount, event.number, event.patient)
        case .billing(.paymentRefunded(let event)):
            movement(
                event.refundedOn, event.drawer, .refund, event.method, event.amount.negative, event.number,
                event.patient)
        case .billing(.paymentEnteredInError(let event)):
            movement(
                event.receivedOn, event.drawer, .correction, event.method, event.amount.negative, nil, event.patient)
        default: nil
        }
    }

    private func movement(
        _ date: CivilDate?, _ drawer: CashDrawer?, _ kind: DrawerMovement.Kind, _ method: PaymentMethod,
        _ amount: Money, _ number: String?, _ patient: ID<Patient>
    ) -> DrawerMovement? {
        guard let date, let drawer else { return nil }
        return DrawerMovement(
            day: DrawerDayKey(date, drawer), kind: kind, method: method, amount: amount, number: number,
            patient: patient)
    }
}

extension Money {
    fileprivate var negative: Money { Money(-amount, currency) }
}
