import EventSourcing

extension Actor {
    /// The actor of the demo's events: a program named `admin`, which is the name of a role, so that the history of the
    /// demo's clinics looks like that of a real one.
    static let demo = Actor.program("admin")
}
