import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    /// Tests dental charts and periodontal examinations over HTTP.
    @Suite struct DentalCharts {
        private static let flags = "[false,false,false,false,false,false]"

        private func measured(_ depth: Int) -> String {
            """
            {"tooth":16,"depths":[\(depth),2,2,2,2,2],"recessions":[0,0,0,0,0,0],\
            "bleeding":[true,false,false,false,false,false],"plaque":\(Self.flags),"suppuration":\(Self.flags)}
            """
        }

        @Test func `a dental chart shows findings and the planned items of the patient's treatment plans`() async throws
        {
            try await Practice.open { practice in
                let (doctor, patient) = try await (practice.signIn("doctor1"), practice.signIn("patient1").subject)
                let path = "dental-charts/\(patient)"
                #expect(try await doctor.get(path)["findings"]?.elements?.isEmpty == true)
                let service = try await doctor.service().text("id")
                let plan = try await doctor.post(
                    "treatment-plans",
                    """
                    {"patient_id":"\(patient)","phases":["Now"],"items":[{"service_id":"\(service)","tooth":26}]}
                    """, key: newKey())
                #expect(plan.status == 201)
                let found = try await doctor.post(
                    "\(path)/tooth-findings", #"{"tooth":26,"kind":"caries","surfaces":["O"]}"#, key: newKey())
                #expect(found.status == 200)
                let chart = try await doctor.get(path)
                #expect(chart["findings"]?.elements?.first?["kind"]?.string == "caries")
                #expect(chart["planned_items"]?.elements?.first?["item"]?["tooth"]?.integer == 26)
                let wrong = try await doctor.post(
                    "\(path)/tooth-findings", #"{"tooth":11,"kind":"caries","surfaces":["O"]}"#, key: newKey())
                #expect(wrong.status == 400)
                let version = try found.integer("version")
                let past = try await doctor.get("\(path)?as_of=\(version)")
                #expect(past["findings"]?.elements?.count == 1 && past["planned_items"] == nil)
            }
        }

        @Test
        func `If-Match with the version of a surviving record's dental chart permits a new finding in the chart`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, reception) = try await (practice.signIn("doctor1"), practice.signIn("reception"))
                func register(_ family: String) async throws -> String {
                    try await reception.post(
                        "patients", #"{"given_name":"Xenia","family_name":"\#(family)","birth_date":"1985-05-17"}"#
                    ).text("id")
                }
                let (kept, merged) = try await (register("Barsch"), register("Quastenflosser"))
                let finding = #"{"tooth":26,"kind":"caries"}"#
                for patient in [kept, merged] {
                    let found = try await doctor.post(
                        "dental-charts/\(patient)/tooth-findings", finding, key: newKey())
                    #expect(found.status == 200)
                }
                let merge = #"{"patient_id":"\#(merged)","reason":"Registered twice"}"#
                #expect(try await reception.post("patients/\(kept)/merge", merge).status == 200)
                let chart = try await doctor.get("dental-charts/\(kept)")
                #expect(chart["findings"]?.elements?.count == 2)
                let seen = try #require(chart.fields["etag"])
                let next = try await doctor.send(
                    "POST", "dental-charts/\(kept)/tooth-findings", finding,
                    ["If-Match": seen, "Idempotency-Key": newKey()])
                #expect(next.status == 200)
            }
        }

        @Test func `receptionists and patients cannot see a dental chart or a periodontal examination`() async throws {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                for app in [patient, try await practice.signIn("reception")] {
                    #expect(try await app.get("dental-charts/\(patient.subject)").status == 403)
                    #expect(try await app.get("perio-examinations?patient_id=\(patient.subject)").status == 403)
                }
            }
        }

        @Test func `a periodontal examination is compared with the last earlier one that was not entered in error`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, patient) = try await (practice.signIn("doctor1"), practice.signIn("patient1").subject)
                func examine(_ depth: Int, _ day: Int64) async throws -> String {
                    try await doctor.post(
                        "perio-examinations",
                        """
                        {"patient_id":"\(patient)","examined_on":"\(try await practice.day(day))",\
                        "teeth":[\(measured(depth))]}
                        """, key: newKey()
                    ).text("id")
                }
                let first = try await examine(3, -30)
                let wrong = try await examine(9, -20)
                let last = try await examine(6, -10)
                let error = try await doctor.post(
                    "perio-examinations/\(wrong)/enter-in-error", #"{"reason":"Other patient"}"#)
                #expect(error.status == 200)
                let comparison = try await doctor.get("perio-examinations/\(last)/comparison")
                #expect(comparison["previous"]?["id"]?.string == first)
                #expect(comparison["compared_sites"]?.integer == 6 && comparison["deeper_sites"]?.integer == 1)
                let alone = try await doctor.get("perio-examinations/\(first)/comparison")
                #expect(alone["previous"] == nil && alone["compared_sites"]?.integer == 0)
                let listed = try await doctor.get("perio-examinations?patient_id=\(patient)").items
                #expect(listed.compactMap { $0["id"]?.string } == [last, wrong, first])
            }
        }
    }
}
