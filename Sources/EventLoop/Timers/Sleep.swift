/// A task that sleeps until a deadline.
final class Sleeper {
    private enum State {
        case new
        case asleep(CheckedContinuation<Result<Void, CancellationError>, Never>, TimerWheel<Alarm>.Key?)
        case done
    }

    private let loop: EventLoop
    private var state = State.new

    init(on loop: EventLoop) {
        self.loop = loop
    }

    func sleep(for duration: Duration, _ continuation: CheckedContinuation<Result<Void, CancellationError>, Never>) {
        guard case .new = state else { return continuation.resume(returning: .failure(CancellationError())) }
        state = .asleep(continuation, nil)
        let key = loop.insert(after: duration, .wake(self))
        if case .asleep = state { state = .asleep(continuation, key) }
    }

    func wake(_ result: Result<Void, CancellationError>) {
        guard case .asleep(let continuation, _) = state else { return }
        state = .done
        continuation.resume(returning: result)
    }

    func cancel() {
        if case .asleep(_, let key?) = state {
            _ = loop.wheel.remove(key)
            loop.setTimer()
            wake(.failure(CancellationError()))
        }
        state = .done
    }
}

extension EventLoop {
    /// Suspends the calling task, which may run anywhere, for at least `duration` and usually less than 10 ms longer.
    ///
    /// - Throws: `CancellationError`, as soon as the task is cancelled or the loop stops; at once if the task is
    ///   cancelled or the loop has stopped already.
    public func sleep(for duration: Duration) async throws(CancellationError) {
        let sleeper = LoopBound(sending: Sleeper(on: self), on: self)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                onLoop { sleeper.value.sleep(for: duration, continuation) }
            }
        } onCancel: {
            sleeper.execute { $0.cancel() }
        }
        try result.get()
    }

    /// Runs `work` immediately if the caller is on the loop's thread. Otherwise schedules it on the loop.
    func onLoop(_ work: @escaping @Sendable () -> Void) {
        if isCurrent {
            work()
        } else {
            post(.closure(work))
        }
    }
}
