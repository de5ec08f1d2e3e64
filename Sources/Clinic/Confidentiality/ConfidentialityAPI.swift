public import Endpoints

/// The endpoints for restricting records and for emergency access to them. Each endpoint is declared beside its command
/// or query.
public enum ConfidentialityAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        restrictRecord,
        breakGlass,
        listEmergencyAccesses,
    ]

    static let tag = "Confidentiality"
}
