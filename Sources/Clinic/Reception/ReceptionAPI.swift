public import Endpoints

/// The lists that a front desk works through: patients to call, and appointments that a closed day or an absence affects.
public enum ReceptionAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listUnbookedPatients,
        listUnconfirmedAppointments,
        listAffectedAppointments,
    ]

    static let tag = "Appointments"
}
