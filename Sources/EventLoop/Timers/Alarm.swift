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

    /// Ends the deadline's action when the loop stops: work is dropped, but a sleeping task is woken.
    func loopStops() {
        if case .wake(let sleeper) = self { sleeper.wake(.failure(CancellationError())) }
    }
}
