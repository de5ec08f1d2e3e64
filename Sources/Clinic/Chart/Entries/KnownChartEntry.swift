public import EventSourcing
public import Identifiers

/// The state of one entry of a patient's chart, for decisions: its patient, its status, and how often it was changed.
public struct KnownChartEntry: EventSourced {
    public private(set) var patient: ID<Patient>?
    public private(set) var status = ChartEntryStatus.current
    /// The number of times that the entry's facts were replaced.
    public private(set) var changes = 0

    public static let initial = KnownChartEntry()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .chart(let event) = recorded.event else { return }
        if case .ended(let ended) = event {
            status = ended.end.status
        } else if patient != nil {
            changes += 1
        }
        patient = event.patient
    }
}

/// The number of entries of each kind in a patient's chart. Ended entries count.
public struct ChartSize: EventSourced {
    private var entries: [ChartEntryKind: Set<UUIDBytes>] = [:]

    public static let initial = ChartSize()
    public static let readsPersonal = false

    public func count(of kind: ChartEntryKind) -> Int { entries[kind]?.count ?? 0 }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .chart(let event) = recorded.event else { return }
        entries[event.entry.kind, default: []].insert(event.entry.uuid)
    }
}

extension Subject<KnownChartEntry> {
    static func chartEntry(_ id: ChartEntryID) -> Subject<KnownChartEntry> { Subject(id.tag) }
}

extension Subject<ChartSize> {
    static func chartSize(of patient: ID<Patient>) -> Subject<ChartSize> { Subject(.chart(of: patient)) }
}
