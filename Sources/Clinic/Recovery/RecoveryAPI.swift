public import Endpoints

/// The endpoints for recovery check-ins: patients report regularly that they are well.
public enum RecoveryAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        getOwnCheckInPlan,
        chooseCheckIns,
        setCheckInIntervals,
        stopCheckIns,
        recordCheckIn,
        listOwnCheckIns,
        getCheckInPlan,
        prescribeCheckIns,
        endCheckIns,
        listCheckIns,
        listMissedCheckIns,
        seeMissedCheckIn,
    ]

    static let tag = "Recovery"
}
