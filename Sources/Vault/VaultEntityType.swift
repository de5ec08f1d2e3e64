/// The kinds of entities in the vault, with the names that the client sends.
package enum VaultEntityType: String, CaseIterable, Sendable {
    case medication, schedule, doseLog, clinicalAnalysis, prescription

    /// Whether every earlier version of an entity of this kind is kept. This is so for a dose log, since it is evidence
    /// of what the patient has taken.
    var keepsAllVersions: Bool { self == .doseLog }
}
