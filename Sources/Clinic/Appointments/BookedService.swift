public import Identifiers
import JSON

/// A further service of a visit, with its name at the time of the booking.
public struct BookedService: Hashable, Sendable {
    public let id: ID<Service>
    public let name: String

    static let codec = object(
        BookedService.init(id:name:), field("service_id", \.id, .serviceID), field("service_name", \.name, .serviceName)
    )

    /// The maximum number of further services in a visit.
    static let limit = 9
}
