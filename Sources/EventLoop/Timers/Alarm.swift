/// What a deadline does.
enum Alarm {
    case work(() -> Void)
    case wake(Sleeper)

    func sound() {
        switch self {
        case .work(let work): work()
        case .wake(let sleeper): sleeper.wake(.success(()))
        }
    }

    /// Work is dropped, but nobody sleeps for ever.
    func loopStops() {
        if case .wake(let sleeper) = self { sleeper.wake(.failure(CancellationError())) }
    }
}
