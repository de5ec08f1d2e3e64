public import Endpoints

/// The endpoints for treatment plans.
public enum TreatmentPlansAPI {
    public static let tag = "Treatment plans"

    public static let endpoints: [Endpoint<ClinicAction>] = [
        listTreatmentPlans,
        proposeTreatmentPlan,
        getTreatmentPlan,
        reviseTreatmentPlan,
        acceptTreatmentPlan,
        declineTreatmentPlan,
        cancelTreatmentPlan,
        markItemDone,
        markItemNotDone,
        listOwnTreatmentPlans,
        getOwnTreatmentPlan,
        acceptOwnTreatmentPlan,
        declineOwnTreatmentPlan,
    ]
}
