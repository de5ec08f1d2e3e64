public import Endpoints

/// The endpoints for the admin's figures: of today and of the last weeks, of any period, and for payroll.
public enum DashboardAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        getDashboard, getKPIs, listKPIBars, listPayroll, listReceivables, listStatusCounts, listNewPatients,
    ]
}
