/// The role of a session: a role in a clinic, or `person`. A session has exactly one.
public enum Role: String, Hashable, CaseIterable, Sendable {
    case patient, doctor, admin, receptionist
    /// The role of a session without a clinic, which can use only the account's own data.
    case person
}
