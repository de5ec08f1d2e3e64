public import Endpoints

/// Why a command about the clinic is rejected.
public enum ProfileRejection: ClinicRejection, Hashable {
    case foundedAlready
    /// The zone database has no such zone.
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
    public static let clinicNotFounded = Problem.Kind("clinic-not-founded", 409, "The clinic has not been founded yet")
    public static let clinicFoundedAlready = Problem.Kind(
        "clinic-founded-already", 409, "The clinic exists, with another time zone or currency")
    public static let unknownZone = Problem.Kind("unknown-zone", 409, "The zone database has no such time zone")
    public static let clinicClosed = Problem.Kind("clinic-closed", 409, "The clinic was closed for good")
    public static let limitReached = Problem.Kind("limit-reached", 409, "There are as many of them as there can be")
}
