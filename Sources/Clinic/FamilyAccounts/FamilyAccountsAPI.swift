public import Endpoints

/// The endpoints for family accounts, for which one patient pays.
public enum FamilyAccountsAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        getFamilyAccount,
        setFamilyAccount,
        payFamily,
    ]
}
