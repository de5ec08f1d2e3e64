public import EventSourcing
public import Identifiers

/// The money that went through a cash drawer on a day, and whether the day is closed.
public struct DrawerDay: EventSourced {
    /// The sum of payments, less refunds and corrections, by method.
    public private(set) var sums: [PaymentMethod: Int64] = [:]
    public private(set) var isClosed = false

    public static let initial = DrawerDay()
    public static let readsPersonal = false

    /// The expected amounts, in the order of the methods; methods without money are left out.
    public var expected: [MethodAmount] {
        PaymentMethod.allCases.compactMap { method in sums[method].map { MethodAmount(method, $0) } }
    }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if let movement = recorded.event.drawerMovement { sums[movement.method, default: 0] += movement.amount.amount }
        switch recorded.event {
        case .drawer(.dayClosed): isClosed = true
        case .drawer(.dayReopened): isClosed = false
        default: break
        }
    }
}

/// The movements of a drawer's day one by one, with their times and the accounts that recorded them.
public struct DrawerTakings: EventSourced {
    public private(set) var movements: [(movement: DrawerMovement, at: Instant, by: UUIDBytes?)] = []

    public static let initial = DrawerTakings()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard let movement = recorded.event.drawerMovement else { return }
        movements.append((movement, recorded.recordedAt, recorded.actor.account))
    }
}

extension Subject<DrawerDay> {
    public static func drawerDay(_ day: DrawerDayKey) -> Subject<DrawerDay> {
        Subject(.drawerDay(day.drawer, day.date))
    }
}

extension Subject<DrawerTakings> {
    public static func takings(_ day: DrawerDayKey) -> Subject<DrawerTakings> {
        Subject(.drawerDay(day.drawer, day.date))
    }
}
