import EventSourcing

extension Actor {
    /// The demo. It has an admin's role as its name, so that the history of its clinics looks like that of a real one.
    static let demo = Actor.program("admin")
}
