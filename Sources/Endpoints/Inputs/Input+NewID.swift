public import Identifiers

extension Input {
    /// The id of what the call is about to make; new for every request, and nothing that the client sends.
    public static func newID<Entity>() -> Input where Value == ID<Entity> {
        Input(Takes()) { reading in ID(reading.invocation.newID()) }
    }
}
