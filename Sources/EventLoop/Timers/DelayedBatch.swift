/// Collects items, such as rows of a log, and writes them together, a given delay after the first of them was added.
/// Items are kept until a write succeeds.
public final class DelayedBatch<Item> {
    private let loop: EventLoop
    private let delay: Duration
    private let weight: (Item) -> Int
    private let writeAll: ([Item]) async throws -> Void
    private let failed: (any Error) -> Void
    /// The collected items that no running write contains.
    private var waiting: [Item] = []
    /// The sum of the weights of all collected items that are not written yet.
    public private(set) var load = 0
    private var deadline: Deadline?
    private var writing: Task<Void, Never>?

    /// Creates a collector without items.
    ///
    /// - Parameters:
    ///   - weight: returns an item's share of `load`, in a unit that the caller chooses.
    ///   - writeAll: writes items. It is called on the loop, and not again before it has returned. If it throws, the
    ///     items are kept and written again later.
    ///   - failed: called on the loop with each error that `writeAll` throws.
    public init(
        on loop: EventLoop, after delay: Duration, weight: @escaping (Item) -> Int = { _ in 1 },
        write writeAll: @escaping ([Item]) async throws -> Void,
        failed: @escaping (any Error) -> Void = { _ in }
    ) {
        self.loop = loop
        self.delay = delay
        self.weight = weight
        self.writeAll = writeAll
        self.failed = failed
    }

    public func add(_ item: Item) {
        loop.preconditionCurrent()
        waiting.append(item)
        load += weight(item)
        schedule()
    }

    /// Writes the collected items now. If a write is already running, only waits for its end.
    public func write() async {
        loop.preconditionCurrent()
        if let writing { return await writing.value }
        guard !waiting.isEmpty else { return }
        let task = loop.task { await self.writeWaiting() }
        writing = task
        await task.value
    }

    /// Writes the collected items, and cancels a scheduled write. If writing fails, the items stay unwritten.
    public func close() async {
        await write()
        // The collected items are written again, since more may have been added while the first write was running.
        await write()
        deadline?.cancel()
        deadline = nil
    }

    private func schedule() {
        guard deadline == nil, writing == nil else { return }
        deadline = loop.schedule(after: delay) { [self] in
            deadline = nil
            loop.task { await self.write() }
        }
    }

    private func writeWaiting() async {
        let items = waiting
        waiting = []
        do {
            try await writeAll(items)
            load -= items.reduce(0) { $0 + weight($1) }
        } catch {
            waiting = items + waiting
            failed(error)
        }
        writing = nil
        if !waiting.isEmpty { schedule() }
    }
}
