import ClinicTestSupport
import JSON

extension App {
    /// Proposes a treatment plan to a patient, and records a finding on a tooth and a periodontal examination. All
    /// texts are `mark`. Returns the ids of the entities.
    func planTreatment(of patient: String, with service: String, _ mark: String) async throws -> [Subject: String] {
        let item = #"{"service_id":"\#(service)","note":"\#(mark)"}"#
        let plan = try await post(
            "treatment-plans",
            #"{"patient_id":"\#(patient)","title":"\#(mark)","phases":["\#(mark)"],"items":[\#(item)]}"#, key: newKey())
        let chart = try await post(
            "dental-charts/\(patient)/tooth-findings",
            #"{"tooth":26,"kind":"filling","state":"planned","note":"\#(mark)"}"#, key: newKey())
        let examined = try await post(
            "perio-examinations",
            #"{"patient_id":"\#(patient)","teeth":[\#(SampleBodies.perioTooth)],"note":"\#(mark)"}"#, key: newKey())
        return [
            .treatmentPlan: try plan.text("id"), .treatmentItem: try plan.items.first?.text("id") ?? "",
            .finding: try chart["findings"]?.elements?.first?.text("id") ?? "", .examination: try examined.text("id"),
        ]
    }
}
