/// How a clinic presents itself.
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
