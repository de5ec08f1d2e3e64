public import Identifiers
import JSON

/// A service of a visit besides the first, with its name at the time of the booking or the last change of the visit.
public struct BookedService: Hashable, Sendable {
    public let id: ID<Service>
    public let name: String

    static let codec = object(
        BookedService.init(id:name:), field("service_id", \.id, .serviceID), field("service_name", \.name, .serviceName)
    )

    /// The maximum number of services besides the first in a visit.
    static let limit = 9
}
