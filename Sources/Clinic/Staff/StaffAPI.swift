public import Endpoints

/// The endpoints for the clinic's staff, their hours and absences.
public enum StaffAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listDoctors,
        listStaff,
        getStaffMember,
        hireStaff,
        changeStaffDetails,
        deactivateStaff,
        addTimeOff,
        removeTimeOff,
        addStaffHours,
        removeStaffHours,
        eraseStaff,
    ]
}
