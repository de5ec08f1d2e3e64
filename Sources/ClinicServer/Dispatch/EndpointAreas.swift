import Clinic
import Endpoints

/// The area of the mobile app to which an endpoint belongs, for each role.
struct EndpointAreas: Sendable {
    private let areas: [Role: AppArea]
    private let operation: Operation

    init(_ operation: Operation) {
        self.operation = operation
        var areas: [Role: AppArea] = [:]
        for role in Role.allCases { areas[role] = AppAreas.area(of: operation, for: role) }
        self.areas = areas
    }

    /// The area of the mobile app that must be open for the caller; `nil` if none must be. If the caller's session may
    /// not call the operation because it is locked or restricted, no area must be open, since the request is refused
    /// later because of the lock or the restriction.
    func area(for caller: Principal) -> AppArea? {
        guard caller.isApp, operation.isOpen(to: caller) else { return nil }
        return areas[caller.role]
    }
}
