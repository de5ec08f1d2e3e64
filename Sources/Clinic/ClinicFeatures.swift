public import Endpoints
public import EventSourcing

/// The lists of all features' read models and endpoints.
public enum ClinicFeatures {
    public static let projections: [AnyProjection<ClinicEvent>] = [
        AnyProjection(ClinicProfiles.self),
        AnyProjection(Services.self),
        AnyProjection(Chairs.self),
        AnyProjection(StaffMembers.self),
        AnyProjection(Patients.self),
        AnyProjection(Guardians.self),
        AnyProjection(EmergencyAccesses.self),
        AnyProjection(Appointments.self),
        AnyProjection(Holds.self),
        AnyProjection(Invoices.self),
        AnyProjection(Payments.self),
        AnyProjection(PatientAccounts.self),
        AnyProjection(ClinicDays.self, .asynchronous),
        AnyProjection(ClinicBalances.self, .asynchronous),
    ]

    public static let endpoints: [Endpoint<ClinicAction>] =
        ProfileAPI.endpoints
        + ServicesAPI.endpoints
        + ChairsAPI.endpoints
        + StaffAPI.endpoints
        + PatientsAPI.endpoints
        + GuardiansAPI.endpoints
        + ConfidentialityAPI.endpoints
        + AvailabilityAPI.endpoints
        + AppointmentsAPI.endpoints
        + BillingAPI.endpoints
        + DashboardAPI.endpoints
}
