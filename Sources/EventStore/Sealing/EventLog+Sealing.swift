import EventLoop
import EventSourcing
import PostgresClient

/// The functions that seal a command's personal values before the command is queued. Most events have no personal
/// values and need no key.
extension EventLog {
    /// Seals a command's personal values.
    ///
    /// - Returns: `true` if the command can be written now. If the result is `false`, the command has ended with an
    ///   error, or it continues when its person keys or newer states have been fetched.
    func seal(_ command: PendingCommand<Event>) -> Bool {
        do throws(Unreadable) {
            switch try command.seal(keys) {
            case .done: return true
            case .outdated: fetch(for: command, missing: [])
            case .missing(let missing):
                command.fetches += 1
                if command.fetches > limits.fetchesPerCommand {
                    command.finish(.failed(.conflict))
                } else {
                    waitingForKeys.append((command, missing))
                    fetchKeys()
                }
            }
        } catch { command.finish(.failed(.unreadable(error))) }
        return false
    }

    /// Fetches or creates the person keys that commands wait for, one fetch at a time. Keys requested meanwhile are
    /// fetched together by the next fetch.
    private func fetchKeys() {
        guard !isFetchingKeys else { return }
        isFetchingKeys = true
        loop.task { [self] in
            while !waitingForKeys.isEmpty {
                let group = waitingForKeys
                waitingForKeys = []
                let keys = await obtainKeys(Set(group.flatMap { $0.names }))
                for (command, names) in group {
                    switch keys {
                    case .success(let unusable):
                        // If a person key is damaged, only the commands about this person fail.
                        if let reason = names.lazy.compactMap({ unusable[$0] }).first {
                            command.finish(.failed(.unreadable(reason)))
                        } else {
                            proceed(command)
                        }
                    case .failure(let failure): command.finish(.failed(failure))
                    }
                }
            }
            isFetchingKeys = false
        }
    }

    private func obtainKeys(_ names: Set<KeyName>) async -> Result<[KeyName: Unreadable], LogFailure<Never>> {
        do {
            return .success(try await keys.obtain(names) { statements in try await reads.perform(statements) })
        } catch { return .failure(LogFailure(error)) }
    }
}
