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
