public import Identifiers

/// The entities of one kind in a clinic, in order of creation. An entity is found quickly by its id.
public struct Roster<Entity: Sendable>: Sendable {
    public private(set) var all: [Entity] = []
    private var indices: [ID<Entity>: Int] = [:]

    public init() {}

    public subscript(id: ID<Entity>) -> Entity? { indices[id].map { all[$0] } }

    mutating func add(_ entity: Entity, _ id: ID<Entity>) {
        if let index = indices[id] {
            all[index] = entity
        } else {
            indices[id] = all.count
            all.append(entity)
        }
    }

    mutating func change(_ id: ID<Entity>, _ change: (inout Entity) -> Void) {
        guard let index = indices[id] else { return }
        change(&all[index])
    }
}
