public import Endpoints

extension Problem.Kind {
    public static let clinicNotFounded = Problem.Kind("clinic-not-founded", 409, "The clinic has not been founded yet")
    public static let clinicFoundedAlready = Problem.Kind(
        "clinic-founded-already", 409, "The clinic exists, with another time zone or currency")
    public static let unknownZone = Problem.Kind("unknown-zone", 409, "The zone database has no such time zone")
    public static let clinicClosed = Problem.Kind("clinic-closed", 409, "The clinic was closed for good")
    public static let limitReached = Problem.Kind("limit-reached", 409, "There are as many of them as there can be")
}
