import ClinicTestSupport
import EventSourcing
import Foundation
import JSON
import Testing

extension Conformance {
    /// Tests the vital signs that a patient's phone has measured, as a doctor sees them.
    @Suite struct DeviceVitals {
        private static let units = [
            "heartRate": "count/min", "bloodOxygen": "%", "height": "m", "weight": "kg", "bodyTemperature": "degC",
            "bloodPressureSystolic": "mmHg", "bloodPressureDiastolic": "mmHg", "respiratoryRate": "count/min",
            "steps": "count",
        ]

        /// A health sample of a type. The time of the measurement is 24 hours ago plus `seconds`.
        private func sample(
            _ type: String, _ value: Double, _ seconds: Double = 0, of practice: Practice
        ) async throws -> HealthSyncClient.HealthSampleDTO {
            let base = Double(try await practice.now().secondsSince1970 - 86_400) + seconds
            let date = Date(timeIntervalSince1970: base)
            return HealthSyncClient.HealthSampleDTO(
                id: UUID(), type: type, value: value, unit: Self.units[type] ?? "count", startDate: date, endDate: date,
                sourceName: "Watch", metadata: nil)
        }

        private func values(_ doctor: App, _ patient: App) async throws -> [String: Double] {
            let answer = try await doctor.get("patients/\(patient.subject)/device-vitals")
            guard answer.status == 200 else { throw Missing(what: "vital signs: \(answer.status)") }
            return Dictionary(
                uniqueKeysWithValues: answer.items.compactMap { item in
                    guard let measurement = item["measurement"], let type = measurement["type"]?.string,
                        let unit = measurement["unit"]?.string, item["source"]?.string == "device"
                    else { return nil }
                    return ("\(type) \(unit)", Double(measurement["value"]?.description ?? "") ?? -1)
                })
        }

        @Test func `O32 a doctor sees the latest value of each vital sign in the units of the chart`() async throws {
            try await Practice.open { practice in
                let (doctor, phone) = try await (practice.signIn("doctor1"), practice.signIn("patient1"))
                _ = try await phone.enable(Self.units.keys.sorted(), shared: true)
                let sent = try await [
                    sample("heartRate", 61, of: practice), sample("heartRate", 64.5, 60, of: practice),
                    sample("bloodOxygen", 0.97, of: practice), sample("height", 1.78, of: practice),
                    sample("weight", 81.25, of: practice), sample("bodyTemperature", 36.6, of: practice),
                    sample("bloodPressureSystolic", 128, of: practice),
                    sample("bloodPressureDiastolic", 82, of: practice),
                    sample("respiratoryRate", 14, of: practice), sample("steps", 9_000, of: practice),
                ]
                #expect(try await phone.store(sent).allSatisfy { $0 == "accepted" })
                #expect(
                    try await values(doctor, phone) == [
                        "heart_rate /min": 64.5, "oxygen_saturation %": 97, "body_height cm": 178,
                        "body_weight kg": 81.25, "body_temperature Cel": 36.6, "systolic_blood_pressure mm[Hg]": 128,
                        "diastolic_blood_pressure mm[Hg]": 82, "respiratory_rate /min": 14,
                    ])
                // The values that the phone has measured are not among the clinic's readings of vital signs.
                #expect(try await doctor.get("patients/\(phone.subject)/vitals").items.isEmpty)
            }
        }

        @Test
        func `O32 a doctor sees a phone's values only while the patient shares them, and no implausible values`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, phone) = try await (practice.signIn("doctor1"), practice.signIn("patient1"))
                _ = try await phone.enable(["heartRate", "weight"])
                _ = try await phone.store([
                    sample("heartRate", 61, of: practice), sample("weight", 8_000, of: practice),
                ])
                #expect(try await values(doctor, phone).isEmpty)
                _ = try await phone.enable(["heartRate", "weight"], shared: true)
                #expect(try await values(doctor, phone) == ["heart_rate /min": 61])
                _ = try await phone.enable(["weight"], shared: true)
                #expect(try await values(doctor, phone).isEmpty)
                _ = try await phone.enable(["heartRate"], locked: true, shared: true)
                #expect(try await values(doctor, phone).isEmpty)
            }
        }

        @Test
        func `O32 the reception cannot read a phone's values, and a doctor's reading of them is in the access log`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, phone) = try await (practice.signIn("doctor1"), practice.signIn("patient1"))
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let path = "patients/\(phone.subject)/device-vitals"
                #expect(try await reception.get(path).problem == "forbidden")
                #expect(try await doctor.get("patients/\(newKey())/device-vitals").problem == "not-found")
                #expect(try await doctor.get(path).status == 200)
                let records = try await admin.accessRecords(of: phone.subject)
                #expect(records.contains { $0["detail"]?["operation"]?.string == "listDeviceVitals" })
            }
        }

        @Test
        func `the list of a patient's vital signs can be limited to those from the clinic or to those from a device`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, patient) = try await (practice.signIn("doctor1"), practice.signIn("patient1"))
                let path = "patients/\(patient.subject)/vitals"
                #expect(try await doctor.post(path, Practice.vitals).status == 201)
                #expect(try await doctor.get("\(path)?source=clinic").items.count == 1)
                #expect(try await doctor.get("\(path)?source=device").items.isEmpty)
            }
        }
    }
}
