public import Identifiers

/// A place where one patient at a time is treated.
public struct Chair: Sendable {
    public let id: ID<Chair>
    public var name: String
    /// Equipment that services may need, such as a laser.
    public var equipment: [String] = []
    /// Whether the chair can be booked. A retired chair keeps the appointments that it has, and gets no new ones.
    public var isActive = true
}

extension ClinicSettings {
    /// The id of an active chair, other than `chair`, that has the given name, regardless of accents and of upper and
    /// lower case.
    func chair(named name: String, besides chair: ID<Chair>) -> ID<Chair>? {
        activeChairs.first { $0.id != chair && FoldedText.fold($0.name) == FoldedText.fold(name) }?.id
    }
}
