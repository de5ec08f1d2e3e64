public import EventSourcing
public import Identifiers

/// The money that went through a cash drawer on a day, and whether the day is closed.
public struct DrawerDay: EventSourced {
    /// The sum of payments, less refunds and corrections, by method. It has the order of `PaymentMethod`, and leaves out
    /// methods without money.
    public private(set) var expected: [MethodAmount] = []
    public private(set) var isClosed = false

    public static let initial = DrawerDay()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if let movement = recorded.event.drawerMovement { add(movement) }
        switch recorded.event {
        case .drawer(.dayClosed): isClosed = true
        case .drawer(.dayReopened): isClosed = false
        default: break
        }
    }

    private mutating func add(_ movement: DrawerMovement) {
        let before = expected.first { $0.method == movement.method }?.amount ?? 0
        let sum = MethodAmount(movement.method, before + movement.amount.amount)
        expected = PaymentMethod.allCases.compactMap { method in
            method == sum.method ? sum : expected.first { $0.method == method }
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
