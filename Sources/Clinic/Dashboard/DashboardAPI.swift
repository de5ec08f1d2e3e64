public import Endpoints

/// The admin's figures: today and the last weeks.
public enum DashboardAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [getDashboard]
}
