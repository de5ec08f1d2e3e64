public import Endpoints

/// The endpoint for the figures of one day and of the eight weeks up to it, for admins.
public enum DashboardAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [getDashboard]
}
