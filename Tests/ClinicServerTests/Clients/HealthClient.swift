import ClinicTestSupport
import Foundation
import JSON

/// A command-line client that reads health samples.
struct HealthClient {
    struct Payload: Decodable {
        let version: String
        let host: String
        let port: Int
        let code: String
        let expiresAt: Date
        let certificateFingerprint: String
    }

    struct Pair: Encodable {
        let code: String
        let clientName: String
    }

    struct Paired: Decodable {
        let token: String
        let expiresAt: Date
    }

    struct Status: Decodable {
        let status: String
        let version: String
        let deviceName: String
        let enabledTypes: [String]
        let serverTime: Date
    }

    struct Types: Decodable {
        let enabledTypes: [String]
    }

    struct Sample: Codable, Equatable {
        let id: UUID
        let type: String
        let value: Double
        let unit: String
        let startDate: Date
        let endDate: Date
        let sourceName: String
        let metadata: [String: String]?
    }

    struct Query: Encodable {
        let startDate: Date
        let endDate: Date
        let types: [String]
        var limit: Int?
        var offset: Int?
    }

    enum DataStatus: String, Decodable {
        case ok, noPermission, locked, error
    }

    struct Page: Decodable {
        let status: DataStatus
        let samples: [Sample]
        let message: String?
        let hasMore: Bool
        let returnedCount: Int
    }

    struct Sent: Encodable {
        let samples: [Sample]
    }

    let app: App

    /// Requests a pairing code as the person's app, and pairs a client by the code.
    static func pair(with phone: App, named name: String = "Laptop") async throws -> HealthClient {
        let made = try await phone.post("pairing-codes")
        guard made.status == 201 else { throw Missing(what: "a pairing code: \(made.status)") }
        let payload = try made.decoded(as: Payload.self)
        let answer = try await pair(payload.code, by: phone.practice.nobody, named: name)
        guard answer.status == 200 else { throw Missing(what: "a pairing: \(answer.status)") }
        let token = try answer.decoded(as: Paired.self).token
        return HealthClient(app: App(practice: phone.practice, token: token, subject: ""))
    }

    static func pair(_ code: String, by app: App, named name: String = "Laptop") async throws -> HTTPAnswer {
        try await app.post("pair", try Pair(code: code, clientName: name).encodedByApp)
    }

    func status() async throws -> Status { try await app.get("status").decoded(as: Status.self) }
    func types() async throws -> [String] {
        try await app.get("health/types").decoded(as: Types.self).enabledTypes
    }

    /// Sends a query. Returns the answer's status code and page.
    func read(_ query: Query) async throws -> (code: Int, page: Page) {
        let answer = try await app.post("health/data", try query.encodedByApp)
        return (answer.status, try answer.decoded(as: Page.self))
    }
}

extension App {
    /// Pairs a client with the caller's account. Returns the client's id.
    func newPairedClient() async throws -> String {
        _ = try await HealthClient.pair(with: self)
        guard let client = try await get("paired-clients").items.first?["id"]?.string else {
            throw Missing(what: "a paired client")
        }
        return client
    }

    /// Sets the enabled types of health samples, as the person's app does.
    func enable(_ types: [String], locked: Bool = false, shared: Bool = false) async throws -> HTTPAnswer {
        let names = types.map { #""\#($0)""# }.joined(separator: ",")
        return try await put(
            "health/settings", #"{"enabled_types":[\#(names)],"locked":\#(locked),"shared_with_clinic":\#(shared)}"#)
    }

    /// Sends samples as the person's phone does. Returns for each sample the reason of its refusal, or its status if it
    /// was not refused.
    func store(_ samples: [HealthClient.Sample]) async throws -> [String] {
        let answer = try await post("health/samples", try HealthClient.Sent(samples: samples).encodedByApp)
        guard answer.status == 200 else { throw Missing(what: "stored samples: \(answer.status)") }
        return answer["results"]?.elements?.compactMap { $0["reason"]?.string ?? $0["status"]?.string } ?? []
    }
}
