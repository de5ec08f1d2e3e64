import EventLoop

/// Runs `body` with a new event loop, which is stopped afterwards.
package func withLoop<T>(_ body: (EventLoop) async throws -> T) async throws -> T {
    let loop = try EventLoop(name: "test")
    let result: Result<T, any Error>
    do { result = .success(try await body(loop)) } catch { result = .failure(error) }
    await loop.stop()
    return try result.get()
}

/// Runs a task for each number, starting all at the same moment, and returns the results in order.
package func allAtOnce<T: Sendable>(
    _ numbers: Range<Int>, _ body: @escaping @Sendable (Int) async -> T
) async -> [T] {
    await withTaskGroup(of: (Int, T).self) { group in
        for number in numbers { group.addTask { (number, await body(number)) } }
        var results: [Int: T] = [:]
        for await (number, result) in group { results[number] = result }
        return numbers.compactMap { results[$0] }
    }
}
