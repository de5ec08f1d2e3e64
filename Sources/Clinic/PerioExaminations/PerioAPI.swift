public import Endpoints

/// The endpoints for periodontal examinations.
public enum PerioAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listPerioExaminations,
        recordPerioExamination,
        getPerioExamination,
        comparePerioExamination,
        enterPerioInError,
    ]
}
