import ClinicTestSupport
import JSON

/// Example requests about dental charts and periodontal examinations.
extension ExampleWalk {
    func showDentalChart() async throws {
        let own = try patient.subject
        let chart = try await show(
            "recordToothFinding", "A doctor plans a filling", by: doctor, ["patient_id": own],
            #"{"tooth":26,"surfaces":["M","O"],"kind":"filling","material":"composite","state":"planned"}"#)
        let finding = try chart["findings"]?.elements?.first?.text("id") ?? ""
        try await show(
            "markToothFindingDone", "A doctor has done the filling", by: doctor,
            ["patient_id": own, "finding_id": finding])
        try await show(
            "resolveToothFinding", "The filling was lost", by: doctor, ["patient_id": own, "finding_id": finding])
        try await show("getDentalChart", "A doctor reads a patient's chart", by: doctor, ["patient_id": own])
        try await show(
            "enterToothFindingInError", "A doctor takes back a finding", by: doctor,
            ["patient_id": own, "finding_id": finding], #"{"reason":"It is another patient's"}"#)
        let none = "[false,false,false,false,false,false]"
        let tooth = """
            {"tooth":16,"depths":[3,2,4,5,3,4],"recessions":[0,0,1,1,0,0],"bleeding":[false,false,true,true,false,false],\
            "plaque":\(none),"suppuration":\(none),"mobility":1}
            """
        let examination = try await show(
            "recordPerioExamination", "A doctor records measurements", by: doctor,
            body: #"{"patient_id":"\#(own)","teeth":[\#(tooth)]}"#
        ).text("id")
        try await show(
            "listPerioExaminations", "A doctor lists a patient's examinations", by: doctor,
            ["patient_id": own, "limit": "20"])
        try await show(
            "getPerioExamination", "A doctor reads an examination", by: doctor, ["examination_id": examination])
        try await show(
            "comparePerioExamination", "A doctor compares it with the one before", by: doctor,
            ["examination_id": examination])
        try await show(
            "enterPerioExaminationInError", "A doctor takes back an examination", by: doctor,
            ["examination_id": examination], #"{"reason":"It is another patient's"}"#)
    }
}
