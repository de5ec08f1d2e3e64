public import EventSourcing

/// The reason why an appointment cannot begin at a requested start.
public enum Obstacle: Error, Hashable, Sendable {
    case past
    case tooSoon(earliest: Instant)
    case tooFarAhead(latest: Instant)
    case offGrid
    case outsideHours
    /// The clinic is closed on the day of the slot.
    case closed
    /// The appointment cannot begin at the requested start, since the doctor has time off.
    case doctorAway
    case doctorBusy
    /// The hygienist has time off during the hygienist's segments of the visit.
    case hygienistAway
    case hygienistBusy
    case noChair
    case patientBusy
    /// The appointment cannot begin at the requested start, since another patient holds the slot.
    case held
    /// The group visit at the requested start has no place left.
    case groupFull
}

public enum PlacementRejection: Error, Hashable, Sendable {
    case unknownDoctor
    case notOfferedByDoctor
    case unknownChair
    /// The requested hygienist does not treat for the service, or the visit has no segments and so needs no hygienist.
    case unknownHygienist
    case notFree(Obstacle, alternatives: [Offer])
}
