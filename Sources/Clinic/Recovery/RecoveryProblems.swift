import Endpoints

extension Problem.Kind {
    static let checkInsPrescribed = Problem.Kind(
        "check-ins-prescribed", 409, "A doctor prescribed these check-ins",
        means: "The patient can change the reminder interval, but neither replace nor end the check-ins.",
        remedy: "Ask the doctor who prescribed them.")
    static let checkInsErased = Problem.Kind(
        "check-ins-erased", 409, "The check-ins of this account were erased",
        means:
            "An account whose check-ins were erased cannot have new ones, since the key for its contacts is destroyed.",
        remedy: "Use another account.")
    static let checkInIDTaken = Problem.Kind(
        "check-in-id-taken", 409, "The id belongs to another check-in",
        means: "Another person's check-in has the id that the client chose.",
        remedy: "Choose a new random UUID for the check-in, and send it again.")
}

extension NoCheckInPlan {
    var problem: Problem {
        switch self {
        case .unknownPatient: .notFound
        case .erased: Problem(.checkInsErased)
        }
    }
}
