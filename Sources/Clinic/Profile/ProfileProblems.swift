public import Endpoints

extension Problem.Kind {
    public static let clinicNotFounded = Problem.Kind(
        "clinic-not-founded", 409, "The clinic has not been founded yet",
        means: "The clinic's time zone and currency are not known yet.",
        remedy: "Let the operator found the clinic with `chairside clinic found`.")
    public static let clinicClosed = Problem.Kind(
        "clinic-closed", 409, "The clinic was closed for good",
        means: "The operator has closed the clinic. Its history stays.",
        remedy: "Do not repeat the request.")
    public static let limitReached = Problem.Kind(
        "limit-reached", 409, "The limit is reached",
        means: "There are already as many as the server allows; `detail` has the number.",
        remedy: "Remove those that are no longer needed first.")
}
