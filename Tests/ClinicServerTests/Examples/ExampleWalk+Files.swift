import ClinicTestSupport

/// Example requests about files of a patient.
extension ExampleWalk {
    func showFiles() async throws {
        let own = try patient.subject
        let file = try await show(
            "addFile", "A doctor adds a report", by: doctor,
            [
                "patient_id": own, "category": "scan", "tooth": "26",
                "Content-Disposition": "attachment; filename=report.pdf",
            ],
            "%PDF-1.7 report"
        ).text("id")
        try await show("listFiles", "A doctor lists a patient's files", by: doctor, ["patient_id": own])
        try await show("getFile", "A doctor reads what is known about a file", by: doctor, ["file_id": file])
        let link = try await show("linkFile", "A doctor gets a link to the file", by: doctor, ["file_id": file])
        let token = String(try link.text("path").split(separator: "/").last ?? "")
        try await show("getFileContent", "The holder of the link downloads the file", by: anyone, ["token": token])
        try await show("listOwnFiles", "A patient lists their own files", by: patient)
        try await show(
            "addOwnFile", "A patient sends a letter", by: patient,
            ["category": "document", "Content-Disposition": "attachment; filename=letter.pdf"], "%PDF-1.7 letter")
        try await show("getOwnFile", "A patient reads what is known about a file", by: patient, ["file_id": file])
        try await show("linkOwnFile", "A patient gets a link to the file", by: patient, ["file_id": file])
        try await show(
            "removeFile", "A doctor removes a file", by: doctor, ["file_id": file],
            #"{"reason":"Stored for the wrong patient"}"#)
    }
}
