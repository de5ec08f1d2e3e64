public import Endpoints

/// The endpoint for the admin's figures of today and of the last weeks.
public enum DashboardAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [getDashboard]
}
