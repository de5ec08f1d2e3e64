public import Endpoints

/// The endpoints of appointments: booking, moving, cancelling, the steps of a visit, and lists. Each endpoint is
/// declared beside its command or query.
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
