import Endpoints

extension Problem.Kind {
    static let checkInsPrescribed = Problem.Kind(
        "check-ins-prescribed", 409, "A doctor prescribed these check-ins",
        means: "The patient can change the reminder interval, but neither replace nor end the check-ins.",
        remedy: "Ask the doctor who prescribed them.")
}
