import Clinic
import Endpoints

/// The areas of the mobile app that an endpoint belongs to, by role.
struct EndpointAreas: Sendable {
    private let areas: [Role: AppArea]

    init(_ operation: Operation) {
        var areas: [Role: AppArea] = [:]
        for role in Role.allCases { areas[role] = AppAreas.area(of: operation, for: role) }
        self.areas = areas
    }

    /// The area of the mobile app that must be open for the caller; `nil` if none must be. A locked or restricted
    /// session is refused for that reason instead.
    func area(for caller: Principal) -> AppArea? {
        guard caller.isApp, !caller.isLocked, caller.restriction == nil else { return nil }
        return areas[caller.role]
    }
}
