public import Endpoints

/// The endpoints for recovery check-ins: patients, and persons without a clinic, report regularly that they are well.
public enum RecoveryAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        getOwnCheckInPlan,
        chooseCheckIns,
        setCheckInIntervals,
        recordCheckIn,
        listOwnCheckIns,
        stopCheckIns,
        getCheckInPlan,
        prescribeCheckIns,
        endCheckIns,
        listCheckIns,
        listMissedCheckIns,
        seeMissedCheckIn,
    ]

    static let tag = "Recovery"
}
