public import Endpoints

/// The endpoints for patients who should come again.
public enum RecallsAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listRecalls,
        remindPatient,
        pauseRecall,
    ]

    static let tag = "Recalls"
}
