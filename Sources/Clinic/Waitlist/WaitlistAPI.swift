public import Endpoints

/// The endpoints for patients who wait for a time to become free.
public enum WaitlistAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        joinWaitlist,
        leaveWaitlist,
        offerWaitlistTime,
        acceptWaitlistOffer,
        declineWaitlistOffer,
        listWaitlist,
        listOwnWaitlist,
    ]

    static let tag = "Availability"
}
