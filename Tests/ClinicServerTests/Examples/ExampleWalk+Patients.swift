import ClinicTestSupport
import Endpoints
import JSON

/// Example requests about patients, their guardians, and restricted records.
extension ExampleWalk {
    func showPatients() async throws {
        let emil = "\(clinic.patient)"
        let lia = #""given_name":"Lia","family_name":"Sommer","birth_date":"2017-09-03""#
        ids["child"] = try await show(
            "registerPatient", "A receptionist registers a child", by: receptionist, body: #"{\#(lia),"language":"de"}"#
        ).text("id")
        try await show(
            "changePatient", "A receptionist enters a child's allergy", by: receptionist, ["patient_id": id("child")],
            #"{\#(lia),"gender":"female","language":"de","note":"Allergic to latex"}"#)
        try await show("findPatients", "A receptionist types a name", by: receptionist, ["q": "som", "limit": "20"])
        try await show(
            "findPatients", "A receptionist misspells a name", by: receptionist, named: "misspelt",
            ["q": "somer", "limit": "20"])
        _ = try await receptionist.app.post(
            "patients", #"{"given_name":"Lea","family_name":"Sommer","birth_date":"2017-09-03"}"#)
        try await show(
            "listPossibleDuplicates", "A receptionist checks whether a child was registered twice", by: receptionist,
            ["patient_id": id("child")])
        try await show("getPatient", "A doctor reads a patient", by: doctor, ["patient_id": emil])
        try await show(
            "givePatientAccount", "A receptionist invites a patient to the app", by: receptionist, ["patient_id": emil],
            #"{"email":"emil.sommer@mail.example"}"#)
        let token = try await mailbox.token(for: "emil.sommer@mail.example")
        try await choosePassword(token, Self.patientPassword)
        let answer = try await practice.nobody.post(
            "auth/login",
            """
            {"email":"emil.sommer@mail.example","password":"\(Self.patientPassword)","device_id":"emils-phone",\
            "device_name":"Emil's phone","platform":"ios"}
            """)
        remember("patient", try practice.app(of: answer))
        ids["patient session"] = try answer.text("session_id")
        try await show("getOwnProfile", "A patient reads their details", by: patient)
        try await show(
            "changeOwnContact", "A patient has moved", by: patient,
            body: """
                {"phone":"+49 30 5550107","email":"emil.sommer@mail.example","address":"Ahornweg 9, 10117 Berlin",\
                "language":"de"}
                """)
    }

    func showGuardians() async throws {
        let both = try ["patient_id": id("child"), "guardian_id": "\(clinic.patient)"] as KeyValuePairs
        try await show("nameGuardian", "A receptionist enters a child's father", by: receptionist, both)
        try await show("listDependants", "A patient lists those they look after", by: patient)
        try await show("releaseGuardian", "A receptionist takes the guardian back", by: receptionist, both)
        let father = try id("child")
        let named = try await receptionist.app.send("PUT", "patients/\(clinic.patient)/guardians/\(father)")
        guard named.status == 200 else { throw Missing(what: "a guardian") }
        try await show("listOwnGuardians", "A patient looks who sees their data", by: patient)
        try await show("endOwnGuardianship", "A patient of age ends it", by: patient, ["guardian_id": father])
    }

    func showRestrictedRecords() async throws {
        let child = try id("child")
        try await show(
            "restrictRecord", "An admin restricts a record", by: admin, ["patient_id": child], #"{"restricted":true}"#)
        try await show(
            "breakGlass", "A receptionist opens it in an emergency", by: receptionist, ["patient_id": child],
            #"{"reason":"The child has fallen and a parent must be called"}"#)
        try await show(
            "listEmergencyAccesses", "An admin reads who opened it and why", by: admin,
            ["patient_id": child, "limit": "20"])
        let lifted = try await admin.app.put("patients/\(child)/restriction", #"{"restricted":false}"#)
        guard lifted.status == 200 else { throw Missing(what: "an open record") }
    }

    /// Merges two records of one person, and undoes the merge.
    private func showMerge() async throws {
        func register(_ family: String) async throws -> String {
            try await receptionist.app.post(
                "patients", #"{"given_name":"Nora","family_name":"\#(family)","birth_date":"1988-09-12"}"#
            ).text("id")
        }
        let (kept, other) = try await (register("Vogel"), register("Vogel-Brandt"))
        try await show(
            "mergePatients", "A receptionist merges the second record of a patient", by: receptionist,
            ["patient_id": kept], #"{"patient_id":"\#(other)","reason":"Registered again after the wedding"}"#)
        try await show(
            "unmergePatients", "A receptionist undoes a merge", by: receptionist, ["patient_id": kept],
            #"{"reason":"They are two people"}"#)
    }

    func showLeaving() async throws {
        try await showMerge()
        let child = try id("child")
        try await show(
            "exportPatient", "An admin exports a patient's data (the example is shortened)", by: admin,
            ["patient_id": child], keeping: 1)
        try await show(
            "exportPatientAsPage", "An admin exports a patient's data as a page (the example is shortened)", by: admin,
            ["patient_id": child])
        try await show(
            "exportPatientAsFile", "An admin downloads a patient's whole record", by: admin, ["patient_id": child])
        let leaver = try await receptionist.app.post(
            "patients", #"{"given_name":"Ben","family_name":"Herbst","birth_date":"1979-02-17"}"#
        ).text("id")
        let erased = try await show(
            "erasePatient", "An admin erases a patient who asked for it", by: admin, ["patient_id": leaver],
            #"{"reason":"requested"}"#)
        lastPosition = erased["version"]?.integer ?? 0
    }
}
