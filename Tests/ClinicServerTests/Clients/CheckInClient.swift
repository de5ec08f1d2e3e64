import ClinicTestSupport
import Foundation

/// The check-in app's client. Its functions have the names that the app uses.
struct CheckInClient {
    enum Source: String { case manual, notification, widget, watch }

    /// A check-in as the app shows it.
    struct Record: Equatable {
        let id: UUID
        let userID: UUID
        let timestamp: Date
        let source: Source
    }

    /// A check-in as the server sends it.
    struct RecordDTO: Decodable {
        let id: String
        let userID: String
        let timestamp: Date
        let source: String

        /// Converts a check-in as the app does, without errors: a text that is no UUID becomes a random UUID, and an
        /// unknown source becomes `manual`.
        func toDomain() -> Record {
            Record(
                id: UUID(uuidString: id) ?? UUID(), userID: UUID(uuidString: userID) ?? UUID(), timestamp: timestamp,
                source: Source(rawValue: source) ?? .manual)
        }
    }

    enum Failure: Error, Equatable { case notAuthenticated, dataNotFound, invalidData, serverError }

    private struct Page: Decodable {
        let items: [RecordDTO]
        let nextCursor: String?

        enum CodingKeys: String, CodingKey {
            case items
            case nextCursor = "next_cursor"
        }
    }

    private struct Intervals: Codable {
        var checkIn: TimeInterval?
        var reminder: TimeInterval?

        enum CodingKeys: String, CodingKey {
            case checkIn = "check_in_interval"
            case reminder = "reminder_interval"
        }
    }

    private let app: App

    init(_ app: App) { self.app = app }

    /// Sends a check-in, and returns its time.
    func checkIn() async throws -> Date {
        try await request("POST", "check-ins", body: #"{"source":"manual"}"#, as: RecordDTO.self).timestamp
    }

    /// The latest check-ins of the person, the latest first; all of them if there is no limit.
    func getCheckInHistory(limit: Int? = nil) async throws -> [Record] {
        var (records, cursor): ([RecordDTO], String?) = ([], nil)
        repeat {
            let query = cursor.map { "&cursor=\($0)" } ?? ""
            let page = try await request("GET", "check-ins?limit=\(limit ?? 100)\(query)", as: Page.self)
            records += page.items
            cursor = limit == nil ? page.nextCursor : nil
        } while cursor != nil
        return records.map { $0.toDomain() }
    }

    func getCheckInInterval() async throws -> TimeInterval {
        guard let interval = try await plan().checkIn else { throw Failure.dataNotFound }
        return interval
    }

    func getReminderInterval() async throws -> TimeInterval {
        guard let interval = try await plan().reminder else { throw Failure.dataNotFound }
        return interval
    }

    func setCheckInInterval(_ interval: TimeInterval) async throws { try await set(Intervals(checkIn: interval)) }
    func setReminderInterval(_ interval: TimeInterval) async throws { try await set(Intervals(reminder: interval)) }

    private func plan() async throws -> Intervals { try await request("GET", "check-ins/plan", as: Intervals.self) }

    private func set(_ intervals: Intervals) async throws {
        _ = try await request("PUT", "check-ins/intervals", body: intervals.encodedByApp, as: Intervals.self)
    }

    private func request<Value: Decodable>(
        _ method: String, _ path: String, body: String? = nil, as type: Value.Type
    ) async throws -> Value {
        let answer = try await app.send(method, path, body)
        switch answer.status {
        case 200...299: break
        case 401: throw Failure.notAuthenticated
        case 404: throw Failure.dataNotFound
        case 400...499: throw Failure.invalidData
        default: throw Failure.serverError
        }
        return try answer.decoded(as: type)
    }
}
