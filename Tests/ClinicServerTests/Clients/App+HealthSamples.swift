import ClinicTestSupport
import EventSourcing
import Foundation
import JSON

/// The requests of the person's own app about health samples and pairing.
extension App {
    /// Makes a pairing code, and returns what its QR code contains. The app reaches the server by an address of the local
    /// network.
    func showPairingCode() async throws -> [UInt8] {
        let head = """
            POST /api/v1/pairing-codes HTTP/1.1\r
            Host: 192.168.1.20:8443\r
            Connection: close\r
            Content-Length: 0\r
            Authorization: Bearer \(token ?? "")\r
            \r

            """
        let made = try await exchange(Array(head.utf8), with: practice.port, on: practice.wire)
        guard made.status == 201 else { throw Missing(what: "a pairing code: \(made.status)") }
        return made.body
    }

    /// Pairs a client with the caller's account. Returns the client's id.
    func newPairedClient() async throws -> String {
        _ = try await HealthSyncClient.paired(with: self)
        guard let client = try await get("paired-clients").items.first?["id"]?.string else {
            throw Missing(what: "a paired client")
        }
        return client
    }

    /// Sets the enabled types of health samples.
    func enable(_ types: [String], locked: Bool = false, shared: Bool = false) async throws -> HTTPAnswer {
        let names = types.map { #""\#($0)""# }.joined(separator: ",")
        return try await put(
            "health/settings", #"{"enabled_types":[\#(names)],"locked":\#(locked),"shared_with_clinic":\#(shared)}"#)
    }

    /// Sends samples as the person's phone does. Returns for each sample the reason of its refusal, or its status if it
    /// was not refused.
    func store(_ samples: [HealthSyncClient.HealthSampleDTO]) async throws -> [String] {
        let answer = try await post("health/samples", try SentSamples(samples: samples).encodedByApp)
        guard answer.status == 200 else { throw Missing(what: "stored samples: \(answer.status)") }
        return answer["results"]?.elements?.compactMap { $0["reason"]?.string ?? $0["status"]?.string } ?? []
    }
}

/// The health samples that a phone sends.
struct SentSamples: Encodable {
    let samples: [HealthSyncClient.HealthSampleDTO]
}

extension Practice {
    /// The time by the server's clock.
    func date() async throws -> Date { Date(timeIntervalSince1970: Double(try await now().secondsSince1970)) }
}
