public import Endpoints

/// The endpoints for booking and moving appointments, by patients for themselves and by the staff for any patient, for the
/// steps of a visit, and for lists. Each is declared beside its command or query.
public enum AppointmentsAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        bookAppointment,
        rescheduleAppointment,
        reassignAppointment,
        cancelAppointment,
        approveAppointment,
        confirmAppointment,
        checkIn,
        markNoShow,
        seatPatient,
        startTreatment,
        finishTreatment,
        completeAppointment,
        noteAppointment,
        undoAppointmentStep,
        enterAppointmentInError,
        getPatientHome,
        listOwnAppointments,
        getAppointment,
        getReceptionQueue,
        getDoctorSchedule,
        listAppointments,
    ]

    static let tag = "Appointments"
}
