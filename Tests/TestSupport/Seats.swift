import Foundation

/// Limits the number of tests that use databases at the same time. The limit keeps the processors busy. If all tests
/// started at once, as swift-testing does, a connection or a cancel request would sometimes miss its timeout.
actor Seats {
    static let shared = Seats(4 * ProcessInfo.processInfo.activeProcessorCount)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func take() async {
        if free > 0 { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    func giveBack() {
        if waiting.isEmpty { return free += 1 }
        waiting.removeFirst().resume()
    }
}
