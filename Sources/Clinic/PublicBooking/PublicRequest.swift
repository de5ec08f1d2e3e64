public import EventSourcing
public import Identifiers
public import JSON

/// A booking request of a person without an account: the person's details, the wanted service, and the wanted time.
public struct PublicRequest: Hashable, Sendable {
    let given: Personal<String>
    let family: Personal<String>
    let birthDate: Personal<CivilDate>
    let phone: Personal<String>
    let email: Personal<String>
    let service: ID<Service>
    let doctor: ID<StaffMember>?
    let start: Instant
    let reason: Personal<String>?

    /// The mail address to which a booking request's code is sent; `nil` if the address was erased.
    public var address: String? { email.value }

    /// A copy of a booking request that asks for another time than before.
    ///
    /// - Parameter doctor: the wanted doctor; `nil` for any.
    public func at(_ start: Instant, with doctor: ID<StaffMember>?) -> PublicRequest {
        PublicRequest(
            given: given, family: family, birthDate: birthDate, phone: phone, email: email, service: service,
            doctor: doctor, start: start, reason: reason)
    }

    /// The details of the patient whom the confirmed booking request registers.
    var details: PatientDetails {
        PatientDetails(
            given: given, family: family, birthDate: birthDate, gender: nil,
            contact: PatientContact(phone: phone, email: email, address: nil, language: nil), note: nil)
    }

    public static let codec = object(
        PublicRequest.init(given:family:birthDate:phone:email:service:doctor:start:reason:),
        field(
            "given_name", \.given,
            .personal(.contact, .name(max: 100)).described("The given name of the person who comes.")),
        field("family_name", \.family, .personal(.contact, .name(max: 100)).described("The person's family name.")),
        field("birth_date", \.birthDate, .personal(.contact, .date).described("The person's date of birth.")),
        field(
            "phone", \.phone, .personal(.contact, .phone).described("The telephone number at which the clinic calls.")),
        field("email", \.email, .personal(.contact, .email).described("The address to which the code is mailed.")),
        field("service_id", \.service, .serviceID),
        optionalField(
            "doctor_id", \.doctor,
            .id().described("The wanted doctor; absent: any. It counts only if the clinic shows its doctors.")),
        field("start", \.start, .instant.described("When the appointment is to begin, from `GET …/times`.")),
        optionalField("reason", \.reason, .visitReason)
    ).described("A booking request of a person without an account.").named("PublicRequest")
}
