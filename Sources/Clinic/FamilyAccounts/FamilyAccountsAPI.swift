public import Endpoints

/// The endpoints for families of whom one patient pays.
public enum FamilyAccountsAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        getFamilyAccount,
        setFamilyAccount,
        payFamily,
    ]
}
