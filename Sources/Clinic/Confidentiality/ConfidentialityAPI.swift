public import Endpoints

/// Records that only some of the staff may open, and emergency access to them. Each endpoint stands with its command or
/// query.
public enum ConfidentialityAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        restrictRecord,
        breakGlass,
        listEmergencyAccesses,
    ]

    static let tag = "Confidentiality"
}
