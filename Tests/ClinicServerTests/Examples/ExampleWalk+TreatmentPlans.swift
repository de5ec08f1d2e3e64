import ClinicTestSupport
import JSON

/// Example requests about treatment plans.
extension ExampleWalk {
    func showTreatmentPlans() async throws {
        let own = try patient.subject
        let service = try id("filling")
        let filling = #"{"service_id":"\#(service)","tooth":26,"surfaces":["M","O"],"note":"Before it hurts"}"#
        let crown = #"{"service_id":"\#(service)","tooth":26,"fee":{"amount":45000,"currency":"EUR"},"alternative":2}"#
        let small = #"{"service_id":"\#(service)","tooth":26,"surfaces":["O"],"alternative":1}"#
        let declined = try await show(
            "proposeTreatmentPlan", "A doctor proposes two alternatives", by: doctor,
            body: #"{"patient_id":"\#(own)","title":"Tooth 26","phases":["First visit"],"items":[\#(small),\#(crown)]}"#
        ).text("id")
        try await show(
            "declineTreatmentPlan", "A patient has declined a plan at reception", by: receptionist,
            ["treatment_plan_id": declined], #"{"reason":"Wants to wait"}"#)
        try await show(
            "listRecords", "A receptionist reads the latest plan in a patient's records", by: receptionist,
            ["patient_id": own, "type": "treatment_plan", "limit": "1"])
        try await show(
            "listOwnRecords", "A patient reads the latest plan among the own records", by: patient,
            ["type": "treatment_plan", "limit": "1"])
        let plan = try await show(
            "reviseTreatmentPlan", "A doctor proposes another version of the plan", by: doctor,
            ["treatment_plan_id": declined], #"{"phases":["First visit"],"items":[\#(filling)]}"#
        ).text("id")
        let item =
            try await show(
                "getTreatmentPlan", "A receptionist reads a plan", by: receptionist, ["treatment_plan_id": plan]
            ).items.first?.text("id") ?? ""
        try await show(
            "listTreatmentPlans", "A receptionist lists a patient's plans", by: receptionist,
            ["patient_id": own, "limit": "20"], keeping: 2)
        try await show("listOwnTreatmentPlans", "A patient lists the plans", by: patient, ["limit": "20"], keeping: 2)
        try await show(
            "getOwnTreatmentPlan", "A patient reads a plan", by: patient, ["treatment_plan_id": plan])
        try await show(
            "getTreatmentPlanFile", "A receptionist prints a plan", by: receptionist, ["treatment_plan_id": plan])
        try await show(
            "getOwnTreatmentPlanFile", "A patient prints a plan", by: patient, ["treatment_plan_id": plan])
        try await show(
            "acceptOwnTreatmentPlan", "A patient accepts a plan", by: patient, ["treatment_plan_id": plan], "{}")
        try await show(
            "markTreatmentItemDone", "A doctor has done the work", by: doctor,
            ["treatment_plan_id": plan, "item_id": item])
        try await show(
            "markTreatmentItemNotDone", "A doctor takes that back", by: doctor,
            ["treatment_plan_id": plan, "item_id": item])
        try await show(
            "cancelTreatmentPlan", "A doctor cancels a plan", by: doctor, ["treatment_plan_id": plan],
            #"{"reason":"The tooth was lost"}"#)
        try await showAnswers(own, filling)
    }

    /// Sends the example requests with which reception accepts a further treatment plan, and a patient declines another
    /// one.
    private func showAnswers(_ own: String, _ filling: String) async throws {
        func propose() async throws -> String {
            try await doctor.app.post(
                "treatment-plans", #"{"patient_id":"\#(own)","phases":["Soon"],"items":[\#(filling)]}"#, key: newKey()
            ).text("id")
        }
        try await show(
            "acceptTreatmentPlan", "A patient has accepted a plan at reception", by: receptionist,
            ["treatment_plan_id": propose()], "{}")
        try await show(
            "declineOwnTreatmentPlan", "A patient declines a plan", by: patient,
            ["treatment_plan_id": propose()], #"{"reason":"Too dear"}"#)
    }
}
