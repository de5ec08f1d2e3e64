import ClinicTestSupport
import Foundation
import JSON

/// The command-line program that reads health samples, with the calls, names and checks that its document has, and no
/// others: it scans a QR code, pairs, keeps a token, asks for the enabled types, and reads samples in pages.
actor HealthSyncClient {
    /// The content of the QR code.
    struct QRPayload: Decodable {
        let version: String
        let host: String
        let port: Int
        let code: String
        let expiresAt: Date
        let certificateFingerprint: String
    }

    struct PairRequest: Encodable {
        let code: String
        let clientName: String
    }

    struct PairResponse: Decodable {
        let token: String
        let expiresAt: Date
    }

    struct StatusResponse: Decodable {
        let status: String
        let version: String
        let deviceName: String
        let enabledTypes: [String]
        let serverTime: Date
    }

    struct TypesResponse: Decodable {
        let enabledTypes: [String]
    }

    struct HealthSampleDTO: Codable, Equatable {
        let id: UUID
        let type: String
        let value: Double
        let unit: String
        let startDate: Date
        let endDate: Date
        let sourceName: String
        let metadata: [String: String]?
    }

    struct HealthDataRequest: Encodable {
        let startDate: Date
        let endDate: Date
        let types: [String]
        var limit: Int?
        var offset: Int?
    }

    struct HealthDataResponse: Decodable {
        enum Status: String, Decodable { case ok, noPermission, locked, error }

        let status: Status
        let samples: [HealthSampleDTO]
        let message: String?
        let hasMore: Bool
        let returnedCount: Int
    }

    enum SyncError: Error, Equatable {
        case invalidPayload, expiredCode, notPaired, noConnection
        /// The server's sentence about a refused pairing.
        case pairingRefused(String)
        case noPermission, locked, invalidRequest
        case rateLimited(seconds: Int)
        case serverError(Int)
    }

    enum Network { case online, losingAnswers(Int) }

    /// The values of a pairing that the program keeps.
    private struct Pairing {
        let host: String
        let port: Int
        let fingerprint: String
        let token: String
    }

    private let practice: Practice
    private let name: String
    private var pairing: Pairing?
    private(set) var network = Network.online
    /// The number of requests that were sent.
    private(set) var requests = 0

    init(_ practice: Practice, named name: String = "Laptop") {
        self.practice = practice
        self.name = name
    }

    /// A program that is paired with the account of a person's app.
    static func paired(with phone: App, named name: String = "Laptop") async throws -> HealthSyncClient {
        let client = HealthSyncClient(phone.practice, named: name)
        try await client.pair(scanning: try await phone.showPairingCode(), at: try await phone.practice.date())
        return client
    }

    func turn(_ network: Network) { self.network = network }
}

// MARK: - Pairing

extension HealthSyncClient {
    /// Checks what was scanned as the program does: the form, a host of the local network, and the expiry. Then it sends
    /// the code.
    func pair(scanning code: [UInt8], at now: Date) async throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let payload = try? decoder.decode(QRPayload.self, from: Data(code)), payload.version == "1",
            Self.isLocal(payload.host), (1...65_535).contains(payload.port), !payload.code.isEmpty
        else { throw SyncError.invalidPayload }
        guard payload.expiresAt > now else { throw SyncError.expiredCode }
        let body = try PairRequest(code: payload.code, clientName: name).encodedByApp
        let answer = try await exchange("POST", "pair", body, token: nil)
        guard answer.status == 200 else {
            throw SyncError.pairingRefused(String(decoding: answer.body, as: UTF8.self))
        }
        pairing = Pairing(
            host: payload.host, port: payload.port, fingerprint: payload.certificateFingerprint,
            token: try answer.decoded(as: PairResponse.self).token)
    }

    /// Sends a code as the program does, without its checks.
    static func pair(_ code: String, by app: App, named name: String = "Laptop") async throws -> HTTPAnswer {
        try await app.post("pair", try PairRequest(code: code, clientName: name).encodedByApp)
    }

    private static func isLocal(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".local") { return true }
        let parts = host.split(separator: ".").compactMap { UInt8($0) }
        guard parts.count == 4 else { return false }
        return parts[0] == 10 || parts[0] == 127 || parts[0] == 192 && parts[1] == 168
            || parts[0] == 172 && (16...31).contains(parts[1])
    }
}

// MARK: - Reading

extension HealthSyncClient {
    func status() async throws -> StatusResponse { try await call("GET", "status", as: StatusResponse.self) }

    func types() async throws -> [String] {
        try await call("GET", "health/types", as: TypesResponse.self).enabledTypes
    }

    /// Reads the samples of some types in a time, page after page. A page whose answer was lost is asked for again.
    func fetch(
        _ types: [String], from start: Date, to end: Date, limit: Int? = nil
    ) async throws -> [HealthSampleDTO] {
        var samples: [HealthSampleDTO] = []
        while true {
            let query = HealthDataRequest(
                startDate: start, endDate: end, types: types, limit: limit, offset: samples.count)
            let page = try await repeated { try await self.page(query) }
            samples += page.samples
            guard page.hasMore else { return samples }
        }
    }

    private func repeated<Value>(_ work: () async throws -> Value) async throws -> Value {
        for _ in 0..<2 {
            do { return try await work() } catch SyncError.noConnection { continue }
        }
        return try await work()
    }

    private func page(_ query: HealthDataRequest) async throws -> HealthDataResponse {
        let body = try query.encodedByApp
        let page = try await call("POST", "health/data", body, as: HealthDataResponse.self)
        guard page.returnedCount == page.samples.count else { throw SyncError.serverError(200) }
        return page
    }

    /// Sends a query. Returns the answer's status code and page.
    func read(_ query: HealthDataRequest) async throws -> (code: Int, page: HealthDataResponse) {
        let answer = try await exchange("POST", "health/data", try query.encodedByApp, token: pairing?.token)
        return (answer.status, try answer.decoded(as: HealthDataResponse.self))
    }

    /// The samples as the program prints them, with semicolons.
    static func csv(_ samples: [HealthSampleDTO]) -> String {
        let lines = samples.map { sample in
            [
                sample.id.uuidString, sample.type, "\(sample.value)", sample.unit,
                sample.startDate.ISO8601Format(), sample.endDate.ISO8601Format(), sample.sourceName,
            ].joined(separator: ";")
        }
        return (["id;type;value;unit;startDate;endDate;sourceName"] + lines).joined(separator: "\n")
    }
}

// MARK: - Requests

extension HealthSyncClient {
    /// Sends a GET request with the token, to any path.
    func get(_ path: String) async throws -> HTTPAnswer {
        try await exchange("GET", path, nil, token: pairing?.token)
    }

    private func call<Value: Decodable>(
        _ method: String, _ path: String, _ body: String? = nil, as type: Value.Type
    ) async throws -> Value {
        guard let pairing else { throw SyncError.notPaired }
        let answer = try await exchange(method, path, body, token: pairing.token)
        switch answer.status {
        case 200: return try answer.decoded(as: type)
        case 400: throw SyncError.invalidRequest
        case 401: throw SyncError.notPaired
        case 403: throw SyncError.noPermission
        case 423: throw SyncError.locked
        case 429:
            guard let seconds = Int(try answer.field("retry-after")) else { throw SyncError.serverError(429) }
            throw SyncError.rateLimited(seconds: seconds)
        default: throw SyncError.serverError(answer.status)
        }
    }

    private func exchange(_ method: String, _ path: String, _ body: String?, token: String?) async throws -> HTTPAnswer
    {
        requests += 1
        let answer = try await App(practice: practice, token: token, subject: "").send(method, path, body)
        if case .losingAnswers(let left) = network {
            network = left > 1 ? .losingAnswers(left - 1) : .online
            throw SyncError.noConnection
        }
        return answer
    }
}
