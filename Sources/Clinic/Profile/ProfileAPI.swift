public import Endpoints

/// The endpoints for the clinic's profile, hours, closures and rules.
public enum ProfileAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        getClinic,
        getClinicSettings,
        changeClinicProfile,
        setOpeningHours,
        addClosure,
        removeClosure,
        addSpecialHours,
        removeSpecialHours,
        setSchedulingRules,
        setBillingTerms,
        setWaitLimits,
        setPublicBooking,
        removeClinicLogo,
        getMobileAccess,
        setMobileAccess,
    ]
}
