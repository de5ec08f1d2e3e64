public import Endpoints

/// The endpoints for searching free slots, and for holding a slot while the patient books. Each endpoint is declared
/// beside its command or query.
public enum AvailabilityAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listSlots,
        listFreeDays,
        listNextSlots,
        explainSlot,
        listCalendarDays,
        holdSlot,
        releaseHold,
    ]

    static let tag = "Availability"
}
