/// The kinds of entities in the vault, with the names that the client sends.
package enum VaultEntityType: String, CaseIterable, Sendable {
    case medication, schedule, doseLog, clinicalAnalysis, prescription

    /// Whether every earlier version of an entity of this kind is kept. A dose log is evidence of what was taken, so
    /// none of its versions is removed.
    var keepsAllVersions: Bool { self == .doseLog }
}
