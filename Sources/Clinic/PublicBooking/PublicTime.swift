import EventSourcing
import Identifiers
import JSON

/// A free time that people without an account see. It names a doctor only if the clinic shows its doctors.
public struct PublicTime: Hashable, Sendable {
    let slot: Slot
    let doctor: ID<StaffMember>?
    let doctorName: String?

    /// The offered times, in the order of the offers. If the clinic does not show its doctors, a time that several
    /// doctors have free is listed once.
    static func of(_ offers: [Offer], _ booking: PublicBooking) -> [PublicTime] {
        guard !booking.showsDoctors else {
            return offers.map { PublicTime(slot: $0.slot, doctor: $0.doctor, doctorName: $0.doctorName) }
        }
        var seen: Set<Slot> = []
        return offers.filter { seen.insert($0.slot).inserted }
            .map { PublicTime(slot: $0.slot, doctor: nil, doctorName: nil) }
    }

    static let codec = object(
        PublicTime.checked(start:end:doctor:doctorName:), field("start", \.slot.start, .visitStart),
        field("end", \.slot.end, .visitEnd),
        optionalField(
            "doctor_id", \.doctor, .id().described("The doctor's id; absent if the clinic does not show its doctors.")),
        optionalField(
            "doctor_name", \.doctorName,
            .name().described("The doctor's name; absent if the clinic does not show its doctors."))
    ).described("A free time.").named("PublicTime")

    private static func checked(
        start: Instant, end: Instant, doctor: ID<StaffMember>?, doctorName: String?
    ) throws(CheckFailure) -> PublicTime {
        guard let slot = Slot(start: start, end: end) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        return PublicTime(slot: slot, doctor: doctor, doctorName: doctorName)
    }
}
