public import Endpoints

/// Free times, and holding one while the patient books. Each endpoint stands with its command or query.
public enum AvailabilityAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listSlots,
        holdSlot,
        releaseHold,
    ]

    static let tag = "Availability"
}
