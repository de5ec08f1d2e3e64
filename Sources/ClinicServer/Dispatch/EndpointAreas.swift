import Clinic
import Endpoints

/// The area of the mobile app to which an endpoint belongs, for each role.
struct EndpointAreas: Sendable {
    private let areas: [Role: AppArea]

    init(_ operation: Operation) {
        var areas: [Role: AppArea] = [:]
        for role in Role.allCases { areas[role] = AppAreas.area(of: operation, for: role) }
        self.areas = areas
    }

    /// The area of the mobile app that must be open for the caller; `nil` if none must be. A locked or restricted
    /// session needs no open area, since its requests are refused later because of the lock or the restriction.
    func area(for caller: Principal) -> AppArea? {
        guard caller.isApp, !caller.isLocked, caller.restriction == nil else { return nil }
        return areas[caller.role]
    }
}
