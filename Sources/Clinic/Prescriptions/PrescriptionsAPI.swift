public import Endpoints
import EventSourcing
import Identifiers

/// The endpoints for prescriptions. The module `ClinicServer` adds the endpoints for printed prescriptions and for the
/// search of drugs.
public enum PrescriptionsAPI {
    public static let tag = "Prescriptions"

    public static let endpoints: [Endpoint<ClinicAction>] = [
        prescribeDrug,
        listPrescriptions,
        reviewTherapy,
        getPrescription,
        dispensePrescription,
        stopPrescription,
        cancelPrescription,
        enterPrescriptionInError,
        listOwnPrescriptions,
        getOwnPrescription,
    ]
}

extension DocumentAnswer {
    static func prescription(_ id: ID<Prescription>) -> DocumentAnswer {
        DocumentAnswer(Prescriptions.self, DocumentKey(id))
    }
}
