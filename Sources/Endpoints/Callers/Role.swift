/// What somebody is in a clinic (O2). A session has exactly one.
public enum Role: String, Hashable, CaseIterable, Sendable {
    case patient, doctor, admin, receptionist
    /// Nothing in any clinic: an account by itself.
    case person
}
