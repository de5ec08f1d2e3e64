import Clinic
import Identifiers

/// The registered callbacks that wait for changes of views.
struct ViewWatches {
    struct Watch {
        let view: View
        /// The view's version when the watch began.
        let version: ViewVersion
        let changed: @Sendable () -> Void
    }

    private var watches: [UUIDBytes: [Int: Watch]] = [:]
    private var last = 0

    mutating func add(
        _ view: View, in clinic: UUIDBytes, after version: ViewVersion, _ changed: @escaping @Sendable () -> Void
    ) -> Int {
        last += 1
        watches[clinic, default: [:]][last] = Watch(view: view, version: version, changed: changed)
        return last
    }

    mutating func remove(_ number: Int, in clinic: UUIDBytes) {
        watches[clinic]?[number] = nil
        if watches[clinic]?.isEmpty == true { watches[clinic] = nil }
    }

    /// Removes and returns those watches of a clinic's views for which `isOver` is true.
    mutating func take(in clinic: UUIDBytes, where isOver: (Watch) -> Bool) -> [Watch] {
        guard let all = watches[clinic] else { return [] }
        let over = all.filter { isOver($0.value) }
        for number in over.keys { remove(number, in: clinic) }
        return Array(over.values)
    }

    mutating func takeAll(in clinic: UUIDBytes) -> [Watch] {
        (watches.removeValue(forKey: clinic) ?? [:]).map(\.value)
    }

    mutating func takeAll() -> [Watch] {
        defer { watches = [:] }
        return watches.values.flatMap(\.values)
    }
}
