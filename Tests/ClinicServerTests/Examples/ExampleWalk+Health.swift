import Clinic
import ClinicTestSupport
import EventSourcing
import Foundation

/// Example requests about paired clients and health samples.
extension ExampleWalk {
    func showHealthSamples() async throws {
        try await show(
            "changeHealthSettings", "A patient lets the phone store heart rates", by: patient,
            body: #"{"enabled_types":["heartRate"],"shared_with_clinic":true}"#)
        try await show("getHealthSettings", "A patient reads the own choice", by: patient)
        let start = morning(-2)
        try await show(
            "storeHealthSamples", "A phone stores a heart rate", by: patient,
            body: """
                {"samples":[{"id":"2f2e2d2c-2b2a-4928-9726-252423222120","type":"heartRate","value":61,"unit":"count/min",\
                "startDate":"\(start)","endDate":"\(start)","sourceName":"Watch"}]}
                """)
        // The device events are listed here, while there is only one.
        try await show("listDeviceEvents", "A patient reads what devices did", by: patient)
        try await show(
            "listDeviceVitals", "A doctor reads the heart rate that the phone has measured", by: doctor,
            ["patient_id": try patient.subject])
        let client = try await showPairing()
        try await show("listHealthTypes", "A paired client reads which types it may read", by: client)
        try await show(
            "queryHealthData", "A paired client reads the heart rates of a day", by: client,
            body: """
                {"startDate":"\(morning(-3))","endDate":"\(morning(-2, 12))","types":["heartRate"]}
                """)
        try await show("listPairedClients", "A patient lists the paired clients", by: patient)
        let paired = try await patient.app.get("paired-clients").items[0].text("id")
        try await show(
            "revokePairedClient", "A patient revokes a paired client", by: patient, ["paired_client_id": paired])
        try await show("removeHealthSamples", "A patient removes all samples", by: patient)
    }

    /// A local time of the clinic some days ago, as text in UTC. It is more than a day ago, so the normalizer keeps its
    /// time of day.
    func morning(_ offset: Int, _ hour: Int = 8) -> String {
        let time = LocalTime(hour: hour, minute: 0) ?? .midnight
        return clinic.zone.firstInstant(clinic.today.adding(days: offset), time).rfc3339
    }

    /// Pairs a client with the patient's account, and returns the client.
    private func showPairing() async throws -> Person {
        let payload = try await show("issuePairingCode", "A patient makes a pairing code", by: patient)
        let paired = try await show(
            "pairClient", "A command-line client is paired", by: anyone,
            body: #"{"code":"\#(payload.text("code"))","clientName":"Laptop"}"#)
        return Person(
            name: "client", app: App(practice: practice, token: try paired.text("token"), subject: ""))
    }
}
