import ClinicTestSupport
import Testing

extension Practice {
    /// Records a periodontal examination of a patient, and sends one request to each path that shows the examination
    /// or the dental chart.
    func readDentalChart(of patient: App, _ doctor: App) async throws {
        let examination = try await doctor.post(
            "perio-examinations",
            #"{"patient_id":"\#(patient.subject)","teeth":[\#(SampleBodies.perioTooth)]}"#, key: newKey()
        ).text("id")
        for path in [
            "dental-charts/\(patient.subject)", "perio-examinations?patient_id=\(patient.subject)",
            "perio-examinations/\(examination)", "perio-examinations/\(examination)/comparison",
        ] { #expect(try await doctor.get(path).status == 200, "\(path)") }
    }

    /// Proposes a treatment plan to a patient, and sends one request to each path that shows the plan.
    func readTreatmentPlans(of patient: App, _ doctor: App) async throws {
        let service = try await doctor.service().text("id")
        let plan = try await doctor.post(
            "treatment-plans",
            #"{"patient_id":"\#(patient.subject)","phases":["Now"],"items":[{"service_id":"\#(service)"}]}"#,
            key: newKey()
        ).text("id")
        for path in [
            "treatment-plans?patient_id=\(patient.subject)", "treatment-plans/\(plan)", "treatment-plans/\(plan)/pdf",
        ] { #expect(try await doctor.get(path).status == 200, "\(path)") }
        for path in ["treatment-plans", "treatment-plans/\(plan)", "treatment-plans/\(plan)/pdf"].map({
            "patient/\($0)"
        }) {
            #expect(try await patient.get(path).status == 200, "\(path)")
        }
    }
}
