import EventLoop

/// Operations on a database that need none of its keys. Each function opens its own loop, and connects as the schema's
/// owner.
package enum Maintenance {
    static func onOwnLoop<T: Sendable>(
        _ work: @escaping @Sendable (EventLoop) async throws -> T
    ) async throws -> T {
        let loop = try EventLoop(name: "maintenance")
        let result: Result<T, any Error>
        do { result = .success(try await work(loop)) } catch { result = .failure(error) }
        await loop.stop()
        return try result.get()
    }
}
