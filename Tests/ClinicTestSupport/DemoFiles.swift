import ClinicServer
import Foundation
import TestSupport

/// The folder of contents for the files that tests add. All tests of one process use the same folder.
package enum DemoFiles {
    package static let folder = "/tmp/chairside-files-\(UUID().uuidString)"

    package static var settings: FileSettings {
        var settings = FileSettings(folder: folder)
        settings.uploadLimit = 32 << 20
        settings.thumbnailProgram = Repository.program
        return settings
    }
}

extension App {
    /// Adds a file of a patient over HTTP.
    package func addFile(
        to patient: String, _ content: String, category: String = "x_ray", name: String = "picture.pdf",
        type: String = "application/pdf", key: String? = nil
    ) async throws -> HTTPAnswer {
        let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        var fields = ["Content-Type": type, "Content-Disposition": "attachment; filename*=UTF-8''\(encoded)"]
        if let key { fields["Idempotency-Key"] = key }
        return try await send("POST", "patients/\(patient)/files?category=\(category)", content, fields)
    }

    /// Uploads a file about the caller, who is a patient, or about the caller's dependant.
    package func sendFile(
        _ content: String, category: String = "photo", about dependant: String? = nil
    ) async throws -> HTTPAnswer {
        let more = dependant.map { "&patient_id=\($0)" } ?? ""
        return try await send(
            "POST", "patient/files?category=\(category)\(more)", content, ["Content-Type": "application/pdf"])
    }

    /// Gets a link to a file's content, and downloads it.
    package func download(_ file: String, _ fields: [String: String] = [:]) async throws -> HTTPAnswer {
        let link = try await post("files/\(file)/link")
        return try await practice.nobody.send("GET", try link.text("path"), nil, fields)
    }
}
