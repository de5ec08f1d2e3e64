import EventSourcing

extension Actor {
    /// The actor of the demo's events. Its name is an admin's role, so that the history of the demo's clinics looks
    /// like that of a real one.
    static let demo = Actor.program("admin")
}
