public import Endpoints

/// The endpoints for visits that are planned together.
public enum SeriesAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        planSeries,
        moveSeries,
        cancelSeries,
        getSeries,
        listSeries,
    ]

    static let tag = "Appointments"
}
