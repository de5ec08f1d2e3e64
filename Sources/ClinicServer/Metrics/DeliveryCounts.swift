import Metrics

/// The numbers of attempts to deliver notifications, by the way of the delivery (a push service or mail) and by
/// outcome.
struct DeliveryCounts: Sendable {
    private var tallies = [Tally<DeliveryOutcome>](repeating: Tally(), count: DeliveryWay.allCases.count)

    subscript(_ way: DeliveryWay) -> Tally<DeliveryOutcome> { tallies[way.rawValue] }

    mutating func count(_ way: DeliveryWay, _ outcome: DeliveryOutcome) { tallies[way.rawValue].count(outcome) }

    mutating func add(_ other: DeliveryCounts) {
        for index in tallies.indices { tallies[index].add(other.tallies[index]) }
    }
}
