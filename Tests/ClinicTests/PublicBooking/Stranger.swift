import Clinic
import EventSourcing
import Identifiers
import JSON

/// A person without an account, who asks the test clinic for an appointment.
enum Stranger {
    /// A booking request of a person with the name and birth date of the test clinic's first patient.
    ///
    /// - Parameters:
    ///   - start: the wanted start time, as RFC 3339 text.
    ///   - doctor: the number of the wanted doctor; `nil` for any.
    static func asks(
        for start: String, doctor: UInt64? = nil, service: UInt64 = 1, born: String = "1990-01-01"
    ) throws -> PublicRequest {
        let doctor = doctor.map { #","doctor_id":"\#(Practice.doctor($0))""# } ?? ""
        let text =
            #"{"given_name":"Pat","family_name":"Number 1","birth_date":"\#(born)","phone":"+49 30 5550100","#
            + #""email":"pat@mail.example","service_id":"\#(Practice.service(service))","start":"\#(start)","#
            + #""reason":"Toothache"\#(doctor)}"#
        return try PublicRequest.codec.decode(parsing: Array(text.utf8))
    }
}
