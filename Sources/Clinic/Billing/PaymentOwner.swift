public import EventSourcing
public import Identifiers

/// The state that tells which patient a payment belongs to.
public struct PaymentOwner: EventSourced {
    public private(set) var patient: ID<Patient>?

    public static let initial = PaymentOwner()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .billing(.paymentRecorded(let received)) = recorded.event { patient = received.patient }
    }
}

extension Subject<PaymentOwner> {
    static func paymentOwner(_ id: ID<Payment>) -> Subject<PaymentOwner> { Subject(.payment(id)) }
}
