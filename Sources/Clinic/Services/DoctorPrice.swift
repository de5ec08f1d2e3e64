public import Identifiers
public import JSON

/// The price of a service with a doctor, if it differs from the service's own price.
public struct DoctorPrice: Hashable, Sendable {
    public let doctor: ID<StaffMember>
    public let price: Money

    public init(doctor: ID<StaffMember>, price: Money) {
        self.doctor = doctor
        self.price = price
    }

    public static let codec = object(
        DoctorPrice.init(doctor:price:), field("doctor_id", \.doctor, .doctorID),
        field("price", \.price, Money.unsignedCodec.described("The price with this doctor, in the clinic's currency."))
    ).described("The price of a service with a doctor.").named("DoctorPrice")
}

extension ServiceDetails {
    /// The price of a service with a doctor; the service's own price if it has no other price with the given doctor, or
    /// if no doctor is given.
    public func price(with doctor: ID<StaffMember>?) -> Money {
        prices?.first { $0.doctor == doctor }?.price ?? price
    }
}

extension Codec where Value == [DoctorPrice] {
    static var prices: Codec {
        .array(DoctorPrice.codec, 1...500).described(
            "The doctors with whom it costs more or less than `price`; absent: none.")
    }
}
