public import Endpoints

/// The endpoints for guardians, who may see the data of their dependants.
public enum GuardiansAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        nameGuardian,
        releaseGuardian,
        listDependants,
    ]
}
