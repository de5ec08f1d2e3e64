public import EventSourcing

/// Why a command about an appointment or a time is rejected.
public enum AppointmentRejection: Error, Hashable, Sendable {
    /// The appointment does not exist, or belongs to another patient.
    case unknown
    case unknownPatient
    case serviceNotOffered
    case placement(PlacementRejection)
    /// The step is not possible from the appointment's status.
    case impossible(String, AppointmentStatus)
    case deadlinePassed(Instant)
    case reasonMissing
    case notToday(CivilDate)
    case tooSoonForNoShow(Instant)
    case nothingToUndo
    case undoNotYours
}
