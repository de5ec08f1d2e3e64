public import Endpoints

/// Why a command about the clinic is rejected.
public enum ProfileRejection: ClinicRejection, Hashable {
    case foundedAlready
    /// The zone database has no zone of this name.
    case unknownZone(ZoneName)
    case closed
    case notFounded
    case tooManyClosures
    case noSuchClosure

    public var problem: Problem {
        switch self {
        case .foundedAlready: Problem(.clinicFoundedAlready)
        case .unknownZone(let zone): Problem(.unknownZone, "There is no time zone \(zone).")
        case .closed: Problem(.clinicClosed)
        case .notFounded: Problem(.clinicNotFounded)
        case .tooManyClosures:
            Problem(.limitReached, "At most \(AddClosure.limit) closures; remove those that are over.")
        case .noSuchClosure: .notFound
        }
    }
}

extension Problem.Kind {
    public static let clinicNotFounded = Problem.Kind(
        "clinic-not-founded", 409, "The clinic has not been founded yet",
        means: "The clinic's time zone and currency are not known yet.",
        remedy: "Let the operator found the clinic with `chairside clinic found`.")
    public static let clinicFoundedAlready = Problem.Kind(
        "clinic-founded-already", 409, "The clinic exists, with another time zone or currency",
        means: "Time zone and currency of a clinic do not change.",
        remedy: "Use another name for another clinic.")
    public static let unknownZone = Problem.Kind(
        "unknown-zone", 409, "The zone database has no such time zone",
        means: "The server's zone database does not have the name.",
        remedy: "Use a name of the IANA time zone database, such as `Europe/Berlin`.")
    public static let clinicClosed = Problem.Kind(
        "clinic-closed", 409, "The clinic was closed for good",
        means: "The operator has closed the clinic. Its history stays.",
        remedy: "Do not repeat the request.")
    public static let limitReached = Problem.Kind(
        "limit-reached", 409, "The limit is reached",
        means: "There are already as many as the server allows; `detail` has the number.",
        remedy: "Remove those that are no longer needed first.")
}
