/// A role in a clinic. A session has exactly one.
public enum Role: String, Hashable, CaseIterable, Sendable {
    case patient, doctor, admin, receptionist
    /// The role of a session without a clinic, which can use only the account's own data.
    case person
}
