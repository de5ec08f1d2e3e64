import ClinicServer
import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    /// Tests the metrics of uploads.
    @Suite struct UploadMetrics {
        @Test func `uploads are counted by outcome, with the bytes of stored contents`() async throws {
            var settings = DemoFiles.settings
            settings.patientLimit = 100
            settings.scanCommand = ["/bin/grep", "-qv", "harmful"]
            try await Practice.open(metricsPort: 0, files: settings) { practice in
                let (doctor, admin) = try await (practice.signIn("doctor1"), practice.signIn("admin"))
                let patient = try await doctor.get("patients?limit=1").items[0].text("id")
                let key = newKey()
                for _ in 1...2 { #expect(try await doctor.addFile(to: patient, "%PDF-good", key: key).status == 201) }
                _ = try await doctor.addFile(to: patient, "%PDF-harmful")
                _ = try await doctor.addFile(to: patient, "<html></html>")
                _ = try await doctor.addFile(to: patient, "%PDF-" + String(repeating: "0", count: 100))
                _ = try await doctor.addFile(to: newKey(), "%PDF-good")
                #expect(try await admin.setLogo().status == 200)
                let page = try await practice.metrics()
                func count(_ outcome: String) -> Double? {
                    page.value("chairside_uploads_total", ["outcome": outcome])
                }
                #expect(count("stored") == 2 && count("repeated") == 1)
                for outcome in ["quota", "type", "unclean", "denied"] { #expect(count(outcome) == 1, "\(outcome)") }
                #expect(count("broken") == 0 && count("failed") == 0)
                #expect(
                    page.value("chairside_uploaded_bytes_total")
                        == Double("%PDF-good".utf8.count + SampleLogo.png.count))
            }
        }
    }
}
