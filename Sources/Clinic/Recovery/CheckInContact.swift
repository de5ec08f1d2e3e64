public import EventSourcing
public import JSON

/// The person who is told if a patient misses a check-in.
public struct CheckInContact: Hashable, Sendable {
    public let name: Personal<String>
    public let phone: Personal<String>

    public init(name: Personal<String>, phone: Personal<String>) {
        self.name = name
        self.phone = phone
    }

    public static let codec = object(
        CheckInContact.init(name:phone:),
        field("name", \.name, .personal(.contact, .name()).described("The contact's name.")),
        field("phone", \.phone, .personal(.contact, .phone).described("The contact's telephone number."))
    ).described("The person who is told if the patient misses a check-in.").named("CheckInContact")
}
