/// The action of a deadline.
enum Alarm {
    case work(() -> Void)
    case wake(Sleeper)

    func sound() {
        switch self {
        case .work(let work): work()
        case .wake(let sleeper): sleeper.wake(.success(()))
        }
    }

    /// Work is dropped, but no task sleeps forever.
    func loopStops() {
        if case .wake(let sleeper) = self { sleeper.wake(.failure(CancellationError())) }
    }
}
