import Clinic
import Endpoints
import EventSourcing

extension Aggregate {
    private static let draft = """
        {"drug_id":"<drug>","form":"tablet","route":"oral","dose":{"value":500,"unit":"mg"},"frequency":{"times":3},\
        "duration_days":<digit>,"quantity":{"value":20,"unit":"tablets"},"refills":1}
        """
    private static let reason = #"{"reason":"<word>"}"#

    /// Prescriptions of the few drugs of a small catalogue, so that many requests meet a warning.
    static let prescriptions = Aggregate(
        name: "prescriptions",
        moves: [
            Move("prescribeDrug", as: .doctor, draft), Move("prescribeDrug", as: .doctor, draft),
            Move("dispensePrescription", as: .doctor, #"{"number":1}"#),
            Move("dispensePrescription", as: .admin, #"{"number":2}"#),
            Move("stopPrescription", as: .doctor, reason), Move("cancelPrescription", as: .admin, reason),
            Move("enterPrescriptionInError", as: .doctor, reason),
        ],
        documents: [AnyProjection(Prescriptions.self)],
        lives: [
            Life(
                Prescriptions.self, begins: ["prescription-issued"],
                ends: ["prescription-ended"], afterwards: ["prescription-ended"])
        ])
}
