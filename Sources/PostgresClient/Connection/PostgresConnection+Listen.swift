import EventLoop
public import SQL

extension PostgresConnection {
    /// Listens on a channel until the connection ends. `handler` runs on the loop for each notification. A
    /// `PostgresListener` connects again when its connection is lost, and listens on the new connection too.
    public func listen(
        _ channel: Identifier, _ handler: @escaping (Notification) -> Void
    ) async throws(PostgresError) {
        loop.preconditionCurrent()
        listeners[channel.unquoted] = handler
        do {
            _ = try await perform("LISTEN \(channel)", effect: .reads)
        } catch {
            listeners[channel.unquoted] = nil
            throw error
        }
    }

    public func unlisten(_ channel: Identifier) async throws(PostgresError) {
        loop.preconditionCurrent()
        listeners[channel.unquoted] = nil
        _ = try await perform("UNLISTEN \(channel)", effect: .reads)
    }
}
