public import Endpoints

/// The endpoints for guardians, who may see the appointments and bills of their dependants.
public enum GuardiansAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        nameGuardian,
        listOwnGuardians,
        endOwnGuardianship,
        releaseGuardian,
        listDependants,
    ]
}
