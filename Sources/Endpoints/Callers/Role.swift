/// A role in a clinic. A session has exactly one.
public enum Role: String, Hashable, CaseIterable, Sendable {
    case patient, doctor, admin, receptionist
    /// No role in any clinic: the account itself.
    case person
}
