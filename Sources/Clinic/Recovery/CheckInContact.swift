public import EventSourcing
public import JSON

/// The contact of a plan of check-ins: the person who is told if the plan's owner misses a check-in.
public struct CheckInContact: Hashable, Sendable {
    public let name: Personal<String>
    public let phone: Personal<String>
    /// The address to which mails about missed check-ins are sent; `nil` for no mails.
    public let email: Personal<String>?

    public init(name: Personal<String>, phone: Personal<String>, email: Personal<String>? = nil) {
        self.name = name
        self.phone = phone
        self.email = email
    }

    public static let codec = object(
        CheckInContact.init(name:phone:email:),
        field("name", \.name, .personal(.contact, .name()).described("The contact's name.")),
        field("phone", \.phone, .personal(.contact, .phone).described("The contact's telephone number.")),
        optionalField(
            "email", \.email,
            .personal(.contact, .email).described(
                """
                The address to which mails about missed check-ins are sent, at most one in 12 hours; absent: none. A mail \
                asks its reader first, and none follows before the reader has agreed.
                """))
    ).described("The person who is told if the patient misses a check-in.").named("CheckInContact")
}
