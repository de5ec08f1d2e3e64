import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    /// Tests what doctors and owners do with the dental app's client.
    @Suite struct DentalAppDoctors {
        @Test
        func
            `O21 an owner who is dentist and admin prescribes, invoices and registers in one session if the clinic wants it`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let id = try await admin.post(
                    "staff", #"{"name":"Dr. Olga Inhaber","roles":["admin","doctor"]}"#, key: newKey()
                ).text("id")
                let granted = try await admin.post(
                    "staff/\(id)/account", #"{"email":"olga@spree.example","password":"chairside-demo"}"#)
                #expect(granted.status < 300)
                let owner = try await practice.signIn("olga", as: "admin")
                let patient = try await owner.post(
                    "patients", #"{"given_name":"Uwe","family_name":"Wels","birth_date":"1985-05-17"}"#, key: newKey()
                ).text("id")
                #expect(try await owner.invoice(patient).status == 201)
                func prescribe(_ app: App) async throws -> Int {
                    try await app.post(
                        "patients/\(patient)/prescriptions", SampleBodies.prescription("With water"), key: newKey()
                    ).status
                }
                #expect(try await prescribe(owner) == 403)
                let settings = try await admin.get("clinic/settings")
                let rules = try #require(settings["scheduling"])
                let wanted = "{\"admins_treat\":true," + "\(rules)".dropFirst()
                #expect(try await admin.put("clinic/scheduling", wanted).status == 200)
                #expect(try await prescribe(admin) == 403)
                #expect(try await prescribe(owner) == 201)
                #expect(try await owner.get("clinic/settings")["scheduling"]?["admins_treat"]?.bool == true)
                let less = #"{"name":"Dr. Olga Inhaber","roles":["admin"]}"#
                #expect(try await admin.put("staff/\(id)", less).status == 200)
                #expect(try await prescribe(owner) == 403)
            }
        }

        @Test
        func `O19 O20 a doctor finds a drug by another name and is warned of an allergy that was written as text`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await reception.post(
                    "patients", #"{"given_name":"Uwe","family_name":"Wels","birth_date":"1985-05-17"}"#, key: newKey()
                ).text("id")
                let app = try await DentalApp(practice, "doctor1", device: "phone")
                let found = try await app.call("GET", "drugs?q=Amoxicilina").items
                let drug = try #require(found.first { $0["name"]?.string == "amoxicillin" }).text("id")
                let allergy = try await app.call(
                    "POST", "patients/\(patient)/allergies", #"{"substance":"Penicillin","criticality":"high"}"#)
                #expect(allergy.status == 201)
                let draft = SampleBodies.prescription("With water").replacing(
                    /"drug_id":"[^"]*"/, with: "\"drug_id\":\"\(drug)\"")
                let refused = try await app.call("POST", "patients/\(patient)/prescriptions", draft)
                #expect(refused.status == 409 && refused.problem == "prescription-warnings")
                let warnings = try #require(refused["warnings"])
                #expect(warnings.elements?.first?["substance"]?.string == "Penicillin")
                let override = #"{"reason":"Tested negative","warnings":\#(warnings)}"#
                let made = try await app.call(
                    "POST", "patients/\(patient)/prescriptions", "\(draft.dropLast()),\"override\":\(override)}")
                #expect(made.status == 201)
                let review = try await app.call("GET", "patients/\(patient)/prescription-warnings")
                #expect(review.items.map { $0["prescription_id"]?.string } == [try made.text("id")])
            }
        }

        @Test
        func `O20 an allergy that is recorded after a prescription shows as a warning about it, and leaves a record`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await reception.post(
                    "patients", #"{"given_name":"Uwe","family_name":"Wels","birth_date":"1985-05-17"}"#, key: newKey()
                ).text("id")
                let app = try await DentalApp(practice, "doctor1", device: "phone")
                let made = try await app.call(
                    "POST", "patients/\(patient)/prescriptions", SampleBodies.prescription("With water"))
                let path = "patients/\(patient)/prescription-warnings"
                #expect(try await app.call("GET", path).items.isEmpty)
                for (kind, body) in [
                    ("medications", #"{"name":"Voltaren"}"#),
                    ("allergies", #"{"substance":"NSAIDs","criticality":"high"}"#),
                ] { #expect(try await app.call("POST", "patients/\(patient)/\(kind)", body).status == 201) }
                let items = try await app.call("GET", path).items
                #expect(items.map { $0["name"]?.string } == ["ibuprofen", "Voltaren"])
                #expect(items.first?["prescription_id"]?.string == (try made.text("id")))
                let kinds = items.first?["warnings"]?.elements?.compactMap { $0["kind"]?.string }
                #expect(kinds == ["allergy", "same_ingredient"])
                let admin = try await practice.signIn("admin")
                #expect(try await !admin.accessRecords(of: patient, by: ["reviewTherapy"]).isEmpty)
                #expect(try await reception.get(path).status == 403)
                #expect(try await admin.put("patients/\(patient)/restriction", #"{"restricted":true}"#).status == 200)
                #expect(try await app.call("GET", path).problem == "restricted-record")
            }
        }
    }
}
