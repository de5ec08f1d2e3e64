public import EventSourcing

/// Why something cannot be done with an appointment, or with time.
public enum AppointmentRefusal: Error, Hashable, Sendable {
    /// Not there, or somebody else's.
    case unknown
    case unknownPatient
    case serviceNotOffered
    case placement(PlacementRefusal)
    /// The step does not lead on from where the appointment stands.
    case impossible(String, AppointmentStatus)
    case deadlinePassed(Instant)
    case reasonMissing
    case notToday(CivilDate)
    case tooSoonForNoShow(Instant)
    case nothingToUndo
    case undoNotYours
}
