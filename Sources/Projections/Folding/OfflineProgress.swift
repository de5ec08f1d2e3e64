/// The progress of a rebuild or a verification.
public struct OfflineProgress: Sendable {
    public let eventsDone: Int64
    public let eventsInAll: Int64
    public let clinicsDone: Int
    public let clinicsInAll: Int
}

/// Adds up the progress of the tasks that read several clinics, and reports it.
actor ProgressCounter {
    private var progress: OfflineProgress
    private let tell: @Sendable (OfflineProgress) -> Void

    init(feeds: [Feed], tell: @escaping @Sendable (OfflineProgress) -> Void) {
        progress = OfflineProgress(
            eventsDone: 0, eventsInAll: feeds.reduce(0) { $0 + $1.last }, clinicsDone: 0, clinicsInAll: feeds.count)
        self.tell = tell
    }

    func add(events: Int64 = 0, clinics: Int = 0) {
        progress = OfflineProgress(
            eventsDone: progress.eventsDone + events, eventsInAll: progress.eventsInAll,
            clinicsDone: progress.clinicsDone + clinics, clinicsInAll: progress.clinicsInAll)
        tell(progress)
    }
}
