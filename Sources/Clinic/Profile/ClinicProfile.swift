public import JSON

/// The clinic's name and contact details.
public struct ClinicProfile: Hashable, Sendable {
    public let name: String
    public let address: String?
    public let phone: String?
    public let email: String?

    public init(name: String, address: String? = nil, phone: String? = nil, email: String? = nil) {
        self.name = name
        self.address = address
        self.phone = phone
        self.email = email
    }
}

extension ClinicProfile {
    public static let codec = object(
        ClinicProfile.init(name:address:phone:email:), field("name", \.name, .name().described("The clinic's name.")),
        optionalField(
            "address", \.address, .prose(max: 500).described("The clinic's postal address, in several lines.")),
        optionalField("phone", \.phone, .phone.described("The clinic's telephone number.")),
        optionalField("email", \.email, .email.described("The clinic's e-mail address."))
    ).described("The clinic's name and how to reach it.")
}
