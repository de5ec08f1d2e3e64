import ClinicTestSupport
import Foundation
import JSON

/// The app for check-ins, with the calls, names and errors that its document has, and no others.
///
/// The app makes the id and the instant of a check-in itself, and keeps the check-in until the server has it. It
/// refreshes an expired token silently. It has no call that makes a plan of check-ins, and no screen that unlocks a
/// session.
actor CheckInApp {
    enum CheckInSource: String { case manual, notification, widget, watch }

    /// A check-in as the app shows it.
    struct CheckInRecord: Equatable {
        let id: UUID
        let userID: UUID
        let timestamp: Date
        let source: CheckInSource
    }

    /// A check-in as the app stores and sends it.
    struct CheckInRecordDTO: Codable, Equatable {
        let id: String
        let userID: String
        let timestamp: Date
        let source: String

        /// Converts a check-in as the app does, without errors: a text that is no UUID becomes a random UUID, and an
        /// unknown source becomes `manual`.
        func toDomain() -> CheckInRecord {
            CheckInRecord(
                id: UUID(uuidString: id) ?? UUID(), userID: UUID(uuidString: userID) ?? UUID(), timestamp: timestamp,
                source: CheckInSource(rawValue: source) ?? .manual)
        }
    }

    enum CheckInError: Error, Equatable {
        case notAuthenticated, dataNotFound, invalidData, networkError, serverError
        case unknownError(Int)

        init?(_ answer: HTTPAnswer) {
            switch answer.status {
            case 200...299: return nil
            case 401: self = .notAuthenticated
            case 404: self = .dataNotFound
            case 400: self = .invalidData
            case 500...599: self = .serverError
            default: self = .unknownError(answer.status)
            }
        }

        /// Whether the app keeps what it could not send, and tries again later.
        var isPassing: Bool { [.networkError, .serverError, .unknownError(429)].contains(self) }
    }

    enum Network { case online, offline, losingAnswers }

    private struct Page: Decodable {
        let items: [CheckInRecordDTO]
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

    private let practice: Practice
    private var access: String?
    private var refresh: String?
    private var userID: String?
    /// The app's clock, with whole seconds.
    private(set) var clock: Date
    private var network = Network.online
    /// The check-ins that the server may not have yet.
    private(set) var waiting: [CheckInRecordDTO] = []

    // The state of the app's feature, with its defaults.
    private(set) var lastCheckIn: Date?
    private(set) var nextCheckInDue: Date?
    private(set) var checkInInterval: TimeInterval = 24 * 3600
    private(set) var reminderInterval: TimeInterval = 2 * 3600
    /// The time of the local notification that reminds the person.
    private(set) var scheduledReminder: Date?

    /// Starts the app with the tokens of a login; `nil` for nobody who is signed in.
    init(_ practice: Practice, keychain tokens: HTTPAnswer?) async throws {
        self.practice = practice
        access = tokens?["access_token"]?.string
        refresh = tokens?["refresh_token"]?.string
        userID = tokens?["subject_id"]?.string
        clock = try await practice.date()
    }

    func turn(_ network: Network) { self.network = network }
    func moveClock(bySeconds seconds: TimeInterval) { clock += seconds }

    /// Another person signs in on the device. Check-ins that wait stay in the app's store.
    func signIn(_ tokens: HTTPAnswer) {
        access = tokens["access_token"]?.string
        refresh = tokens["refresh_token"]?.string
        userID = tokens["subject_id"]?.string
    }
}

// MARK: - The feature's actions

extension CheckInApp {
    func checkInButtonTapped() async throws { checkedIn(at: try await checkIn()) }

    func appBecameActive() async {
        guard let latest = try? await getCheckInHistory(limit: 1).first else { return }
        checkedIn(at: latest.timestamp)
    }

    private func checkedIn(at time: Date) {
        lastCheckIn = time
        let due = time.addingTimeInterval(checkInInterval)
        nextCheckInDue = due
        scheduledReminder = due.addingTimeInterval(-reminderInterval)
    }
}

// MARK: - The client's calls

extension CheckInApp {
    func checkIn() async throws -> Date {
        guard let userID else { throw CheckInError.notAuthenticated }
        let record = CheckInRecordDTO(
            id: UUID().uuidString, userID: userID, timestamp: clock, source: CheckInSource.manual.rawValue)
        waiting.append(record)
        try await flush()
        return record.timestamp
    }

    /// Sends what waits, in the order in which it was made. A check-in that the server refuses for good is dropped.
    func flush() async throws {
        while let record = waiting.first {
            do {
                _ = try await request("POST", "check-ins", record.encodedByApp, as: CheckInRecordDTO.self)
                waiting.removeFirst()
            } catch let error as CheckInError {
                if !error.isPassing { waiting.removeFirst() }
                throw error
            }
        }
    }

    func getCheckInHistory(limit: Int? = nil) async throws -> [CheckInRecord] {
        var (records, cursor): ([CheckInRecordDTO], String?) = ([], nil)
        repeat {
            let query = cursor.map { "&cursor=\($0)" } ?? ""
            let page = try await request("GET", "check-ins?limit=\(limit ?? 100)\(query)", as: Page.self)
            records += page.items
            cursor = limit == nil ? page.nextCursor : nil
        } while cursor != nil
        return records.map { $0.toDomain() }
    }

    func getCheckInInterval() async throws -> TimeInterval {
        guard let interval = try await intervals().checkIn else { throw CheckInError.dataNotFound }
        return interval
    }

    func getReminderInterval() async throws -> TimeInterval {
        guard let interval = try await intervals().reminder else { throw CheckInError.dataNotFound }
        return interval
    }

    func setCheckInInterval(_ interval: TimeInterval) async throws {
        try await save(Intervals(checkIn: interval))
        checkInInterval = interval
    }

    func setReminderInterval(_ interval: TimeInterval) async throws {
        try await save(Intervals(reminder: interval))
        reminderInterval = interval
    }

    private func intervals() async throws -> Intervals {
        try await request("GET", "check-ins/plan", as: Intervals.self)
    }

    private func save(_ intervals: Intervals) async throws {
        _ = try await request("PUT", "check-ins/intervals", intervals.encodedByApp, as: Intervals.self)
    }
}

// MARK: - Requests

extension CheckInApp {
    private func request<Value: Decodable>(
        _ method: String, _ path: String, _ body: String? = nil, as type: Value.Type
    ) async throws -> Value {
        guard network != .offline else { throw CheckInError.networkError }
        var answer = try await send(method, path, body)
        if answer.status == 401, try await renew() { answer = try await send(method, path, body) }
        guard network != .losingAnswers else { throw CheckInError.networkError }
        if let error = CheckInError(answer) { throw error }
        return try answer.decoded(as: type)
    }

    private func renew() async throws -> Bool {
        guard let refresh else { return false }
        let tokens = try await practice.nobody.post("auth/refresh", #"{"refresh_token":"\#(refresh)"}"#)
        guard tokens.status == 200 else { return false }
        access = try tokens.text("access_token")
        self.refresh = try tokens.text("refresh_token")
        return true
    }

    private func send(_ method: String, _ path: String, _ body: String?) async throws -> HTTPAnswer {
        try await App(practice: practice, token: access, subject: "").send(method, path, body)
    }
}
