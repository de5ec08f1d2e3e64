import Foundation

/// Limits the number of tests that use databases at the same time to four for each processor, which keeps the
/// processors busy. If all tests started at once, as swift-testing does without the limit, a connection or a cancel
/// request would sometimes miss its timeout. A test that runs a whole server takes several of these seats.
actor Seats {
    static let shared = Seats(4 * ProcessInfo.processInfo.activeProcessorCount)

    private var free: Int
    private var waiting: [(count: Int, CheckedContinuation<Void, Never>)] = []

    init(_ count: Int) { free = count }

    func take(_ count: Int) async {
        if waiting.isEmpty, free >= count { return free -= count }
        await withCheckedContinuation { waiting.append((count, $0)) }
    }

    /// Returns the seats of a test that has ended. They go to waiting tests in the order in which these began to wait,
    /// so that none waits for ever.
    func giveBack(_ count: Int) {
        free += count
        while let next = waiting.first, free >= next.count {
            free -= next.count
            waiting.removeFirst().1.resume()
        }
    }
}
