import Clinic
import ClinicServer
import EventSourcing
import Identifiers

/// Generates events of booked appointments for measurements. The ids of their patients, doctors and chairs are drawn
/// from random ids that exist nowhere else.
struct GeneratedBookings {
    private let places = (0..<32).map { _ in (doctor: UUIDBytes.random, chair: UUIDBytes.random) }
    private let patients = (0..<20_000).map { _ in UUIDBytes.random }
    private let service = UUIDBytes.random
    private var random = SystemRandomNumberGenerator()

    mutating func next() throws -> ClinicEvent {
        let appointment = UUIDBytes.version7(milliseconds: Instant.now.secondsSince1970 * 1_000, using: &random)
        let (patient, place) = (patients.randomElement() ?? .random, places.randomElement() ?? (.random, .random))
        let data = """
            {"visit":{"appointment_id":"\(appointment)","patient_id":"\(patient)","service_id":"\(service)","place":\
            {"doctor_id":"\(place.doctor)","chair_id":"\(place.chair)","date":"2030-01-07",\
            "start":"2030-01-07T08:00:00Z","end":"2030-01-07T08:30:00Z"}},"terms":{"service_name":"Check-up",\
            "doctor_name":"Dr. Nobody","chair_name":"Room A","cancel_before":"2030-01-05T08:00:00Z"},\
            "status":"booked"}
            """
        return try ClinicEvent.types.decode(type: "appointment-booked", version: 1, data: Array(data.utf8))
    }
}

extension UUIDBytes {
    static var random: UUIDBytes { UUIDBytes(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)) }
}
