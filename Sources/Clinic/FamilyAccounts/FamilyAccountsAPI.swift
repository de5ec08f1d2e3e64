public import Endpoints

/// The endpoints for family accounts: groups of patients for whom one patient, the guarantor, pays.
public enum FamilyAccountsAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        getFamilyAccount,
        setFamilyAccount,
        payFamily,
    ]
}
