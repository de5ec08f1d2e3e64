import EventLoop

/// Runs `body` with a new event loop, which is stopped afterwards.
package func withLoop<T>(_ body: (EventLoop) async throws -> T) async throws -> T {
    let loop = try EventLoop(name: "test")
    let result: Result<T, any Error>
    do { result = .success(try await body(loop)) } catch { result = .failure(error) }
    await loop.stop()
    return try result.get()
}

/// Runs a concurrent task for each number, and returns the results in the order of the numbers.
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

/// Waits until a condition holds.
///
/// - Throws: `WaitedInVain` if it does not hold within three minutes.
public func until(_ condition: () async throws -> Bool) async throws {
    try await eventually { try await condition() ? () : nil }
}

/// Calls `look` until it returns a value, and returns the value.
///
/// - Throws: `WaitedInVain` if it returns no value within three minutes.
public func eventually<T>(_ look: () async throws -> T?) async throws -> T {
    let end = ContinuousClock.now + .seconds(180)
    while ContinuousClock.now < end {
        if let found = try await look() { return found }
        try await Task.sleep(for: .milliseconds(5))
    }
    throw WaitedInVain()
}

/// The error that a condition for which a test waits has not become true in time.
public struct WaitedInVain: Error {}
