public import Identifiers

/// A place where one patient at a time is treated.
public struct Chair: Sendable {
    public let id: ID<Chair>
    public var name: String
    /// Whether the chair takes appointments. A retired chair stays on the appointments that name it, and takes no new
    /// ones.
    public var isActive = true
}

extension ClinicSettings {
    /// The active chair, other than `chair`, that has the name.
    func chair(named name: String, besides chair: ID<Chair>) -> ID<Chair>? {
        activeChairs.first { $0.id != chair && FoldedText.fold($0.name) == FoldedText.fold(name) }?.id
    }
}
