/// The action that the loop performs when a deadline is due: it runs a closure or wakes a sleeping task.
enum Alarm {
    case work(() -> Void)
    case wake(Sleeper)

    func sound() {
        switch self {
        case .work(let work): work()
        case .wake(let sleeper): sleeper.wake(.success(()))
        }
    }

    /// Ends a deadline that is pending when the loop stops: a closure is dropped, and a sleeping task is woken with an
    /// error.
    func loopStops() {
        if case .wake(let sleeper) = self { sleeper.wake(.failure(CancellationError())) }
    }
}
