import EventLoop
import Logging

extension Server {
    /// Serves until SIGTERM or SIGINT, then stops. SIGHUP reads certificate, keys and time zones again; SIGUSR1 and
    /// SIGUSR2 have no effect.
    ///
    /// - Parameter ready: called when requests are served.
    /// - Throws: the error because of which the server did not become ready. In that case the server has stopped.
    package func run(ready: () -> Void) async throws {
        let loop = loops.loops[0]
        let (turns, next) = AsyncStream.makeStream(of: Turn.self)
        loop.execute {
            do {
                _ = try SignalSource(on: loop, signals: [2, 15]) { _ in next.yield(.signalled) }
                _ = try SignalSource(on: loop, signals: [1]) { _ in
                    self.reloadCertificates()
                    Task { await self.reloadKeys() }
                    Task { self.reloadZones() }
                }
                // By default SIGUSR1 and SIGUSR2 would end the process. They are ignored, since programs for log
                // rotation send them, and the server has no log file to reopen.
                _ = try SignalSource(on: loop, signals: [10, 12]) { signal in
                    self.logger.notice("signal ignored", metadata: ["signal": "\(signal)"])
                }
                self.logger.debug("signals are handled")
            } catch { next.yield(.failed(error)) }
        }
        Task {
            do {
                try await untilReady()
                next.yield(.ready)
            } catch { next.yield(.failed(error)) }
        }
        var watching: Task<Void, Never>?
        defer { watching?.cancel() }
        for await turn in turns {
            switch turn {
            case .ready:
                ready()
                serviceManager.tell(.ready)
                watching = Task { await serviceManager.keepTelling(loops.loops) }
            case .signalled: return await stop()
            case .failed(let error):
                await stop()
                throw error
            }
        }
    }

    private enum Turn: Sendable {
        case ready
        case signalled
        case failed(any Error)
    }
}
