public import Endpoints

/// The endpoints for the clinic's patients.
public enum PatientsAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        findPatients,
        getPatient,
        listPossibleDuplicates,
        registerPatient,
        acceptPatient,
        changePatient,
        getOwnProfile,
        changeOwnContact,
        erasePatient,
        mergePatients,
        unmergePatients,
    ]
}
