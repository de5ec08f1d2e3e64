import EventSourcing
public import Identifiers
import JSON

/// A time that can be booked with a doctor.
public struct Offer: Hashable, Sendable {
    public let slot: Slot
    public let doctor: ID<StaffMember>
    public let doctorName: String
    /// The number of places that are left in the group visit; `nil` if the visit is for one patient.
    public var placesLeft: Int?
}

extension Offer {
    /// The JSON of a slot in the list of free slots.
    static let codec = object(
        Offer.checked(start:end:doctor:doctorName:placesLeft:), field("start", \.slot.start, .visitStart),
        field("end", \.slot.end, .visitEnd),
        field("doctor_id", \.doctor, .doctorID),
        field("doctor_name", \.doctorName, .name().described("The doctor's name.")),
        optionalField("places_left", \.placesLeft, .placesLeft)
    ).described("A free time with a doctor.").named("Slot")

    private static func checked(
        start: Instant, end: Instant, doctor: ID<StaffMember>, doctorName: String, placesLeft: Int?
    ) throws(CheckFailure) -> Offer {
        guard let slot = Slot(start: start, end: end) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        return Offer(slot: slot, doctor: doctor, doctorName: doctorName, placesLeft: placesLeft)
    }
}

extension Codec where Value == Int {
    fileprivate static var placesLeft: Codec {
        .int(1...ServiceDetails.mostCapacity).described(
            """
            How many patients can still be booked for this time, if the service has a `capacity`; absent if the time \
            is for one patient.
            """)
    }
}
