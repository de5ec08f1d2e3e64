public import Endpoints

/// The endpoint for the figures of today and of the last weeks, for admins.
public enum DashboardAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [getDashboard]
}
