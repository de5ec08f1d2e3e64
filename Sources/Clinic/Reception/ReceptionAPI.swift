public import Endpoints

/// The lists that a front desk works through: patients to call, and appointments that cannot take place as they were
/// booked.
public enum ReceptionAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listUnbookedPatients,
        listUnconfirmedAppointments,
        listPatientsToRecall,
        listAffectedAppointments,
    ]

    static let tag = "Appointments"
}
