public import Endpoints

/// The endpoints for dental charts.
public enum DentalChartAPI {
    static let tag = "Dental charts"

    public static let endpoints: [Endpoint<ClinicAction>] = [
        getDentalChart,
        recordFinding,
        markFindingDone,
        resolveFinding,
        enterFindingInError,
    ]
}
