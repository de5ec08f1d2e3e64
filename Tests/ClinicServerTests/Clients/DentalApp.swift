import ClinicTestSupport
import Foundation
import JSON

/// The dental app's client, with the calls and the handling of answers that its document describes: a JWT with a silent
/// refresh after a 401, a queue of bookings, cancellations and messages that is flushed when the device is online again,
/// and no idempotency keys.
actor DentalApp {
    /// A mutation that waits until the device is online, as the app stores it with `needsSync`.
    struct Mutation {
        let path: String
        let body: String
    }

    private let practice: Practice
    private let name: String
    private let device: String
    private var access: String
    private var refresh: String
    private(set) var waiting: [Mutation] = []
    /// The number of times that the login screen was shown.
    private(set) var logins = 0

    /// Shows the login screen on a device.
    init(_ practice: Practice, _ name: String, device: String) async throws {
        self.init(practice, name, device: device, try await practice.login(name, device: device))
        logins = 1
    }

    /// Starts the app with the tokens that its keychain has kept.
    init(_ practice: Practice, _ name: String, device: String, keychain tokens: HTTPAnswer) throws {
        self.init(practice, name, device: device, tokens)
    }

    private init(_ practice: Practice, _ name: String, device: String, _ tokens: HTTPAnswer) {
        self.practice = practice
        self.name = name
        self.device = device
        access = tokens["access_token"]?.string ?? ""
        refresh = tokens["refresh_token"]?.string ?? ""
    }

    /// Sends a request. After a 401 the token is refreshed silently and the request repeated; if that does not help, the
    /// person enters their password.
    func call(
        _ method: String, _ path: String, _ body: String? = nil, type: String? = "application/json"
    ) async throws -> HTTPAnswer {
        var answer = try await send(method, path, body, type)
        if answer.status == 401, try await renew() { answer = try await send(method, path, body, type) }
        if answer.status == 401 || answer.problem == "session-locked" {
            let tokens = try await practice.login(name, device: device)
            logins += 1
            access = try tokens.text("access_token")
            refresh = try tokens.text("refresh_token")
            answer = try await send(method, path, body, type)
        }
        return answer
    }

    private func renew() async throws -> Bool {
        let tokens = try await practice.nobody.post("auth/refresh", #"{"refresh_token":"\#(refresh)"}"#)
        guard tokens.status == 200 else { return false }
        access = try tokens.text("access_token")
        refresh = try tokens.text("refresh_token")
        return true
    }

    private func send(_ method: String, _ path: String, _ body: String?, _ type: String?) async throws -> HTTPAnswer {
        var fields = ["Authorization": "Bearer \(access)"]
        if body != nil, let type { fields["Content-Type"] = type }
        return try await exchange(
            method, path.hasPrefix("/") ? path : "/api/v1/\(path)", fields, body ?? "", with: practice.port,
            on: practice.wire)
    }

    /// Queues a mutation while the device is offline.
    func queue(_ path: String, _ body: String) { waiting.append(Mutation(path: path, body: body)) }

    /// Flushes the queue. Answers with a server's error or a 429 stay in the queue.
    ///
    /// - Parameter loses: whether the connection breaks before the answers arrive, so that the app believes that nothing
    ///   was sent.
    func flush(losingAnswers loses: Bool = false) async throws -> [HTTPAnswer] {
        var answers: [HTTPAnswer] = []
        var rest: [Mutation] = []
        for mutation in waiting {
            let answer = try await call("POST", mutation.path, mutation.body)
            answers.append(answer)
            if loses || answer.status >= 500 || answer.status == 429 { rest.append(mutation) }
        }
        waiting = rest
        return answers
    }

    /// Opens a PDF by a signed URL, without the app's token, as PDFKit does.
    func openPDF(_ path: String) async throws -> HTTPAnswer {
        let link = try await call("POST", "document-links", #"{"path":"/api/v1/\#(path)"}"#)
        guard link.status == 200 else { return link }
        return try await practice.nobody.get(try link.text("path"))
    }
}
