public import Endpoints

/// Appointments: booked and moved by patients for themselves and by the staff for any patient, and the steps of the
/// visit. Each endpoint stands with its command or query.
public enum AppointmentsAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        bookAppointment,
        rescheduleAppointment,
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
