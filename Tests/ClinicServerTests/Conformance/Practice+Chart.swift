import ClinicTestSupport
import Testing

extension Practice {
    /// The bodies of requests that record an entry of each kind in a patient's chart, by the noun of the path.
    static let chartEntries = [
        (
            "allergies",
            #"{"substance":"Penicillin","atc_code":"J01C","allergy_group":"penicillins","criticality":"high"}"#
        ),
        ("conditions", #"{"name":"Haemophilia","icd_code":"D66","is_alert":true}"#),
        ("medications", #"{"name":"Metformin","dose":"1 tablet in the morning"}"#),
    ]

    static let vitals = #"{"measurements":[{"type":"heart_rate","value":72,"unit":"/min"}]}"#
    static let note = #"{"title":"Check-up","text":"No findings.","shared_with_patient":true}"#

    /// Fills a patient's chart, and sends one request to each path that shows a part of the chart.
    func readChart(of patient: App, _ doctor: App) async throws {
        let chart = "patients/\(patient.subject)"
        let parts = Self.chartEntries + [("vitals", Self.vitals), ("notes", Self.note)]
        for (noun, body) in parts {
            let made = try await doctor.post("\(chart)/\(noun)", body)
            #expect(made.status == 201, "\(noun)")
            #expect(made.fields["location"] == "/api/v1/\(noun)/\(try made.text("id"))")
            if noun == "notes" {
                #expect(try await doctor.post("notes/\(made.text("id"))/sign").status == 200)
            }
            #expect(try await doctor.get("\(noun)/\(made.text("id"))").status == 200, "\(noun)")
            #expect(try await doctor.get("\(chart)/\(noun)").items.isEmpty == false, "\(noun)")
            #expect(try await patient.get("patient/\(noun)").items.isEmpty == false, "\(noun)")
        }
    }
}
