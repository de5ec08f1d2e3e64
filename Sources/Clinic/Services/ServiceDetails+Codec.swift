public import JSON
import Identifiers

extension ServiceDetails {
    public static let codec = object(
        ServiceDetails.checked, field("code", \.code, .name(max: 20)), field("name", \.name, .name()),
        optionalField("category", \.category, .name(max: 100)),
        field("duration_minutes", \.durationMinutes, .int(5...720).described("A multiple of five.")),
        field("price", \.price, Money.unsignedCodec),
        optionalField("doctors", \.doctors, .array(.id(), 1...500).described("Absent: every doctor.")))

    private static func checked(
        code: String, name: String, category: String?, durationMinutes: Int, price: Money, doctors: [ID<StaffMember>]?
    ) throws(CheckFailure) -> ServiceDetails {
        guard durationMinutes.isMultiple(of: DayHours.atom) else {
            throw CheckFailure("bad_duration", "lasts a multiple of five minutes")
        }
        return ServiceDetails(
            code: code, name: name, category: category, durationMinutes: durationMinutes, price: price, doctors: doctors
        )
    }
}
