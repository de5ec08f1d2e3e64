import EventSourcing
import Foundation
import Identity
import Testing

/// A folder into which a shell script, which the server calls as its mail program, writes each mail as a file.
struct Mailbox: Sendable {
    let folder: String
    let program: MailProgram

    init(links: AppLinks = AppLinks(page: "https://app.example.org/account")) throws {
        folder = "/tmp/chairside-mail-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: "\(folder)/box", withIntermediateDirectories: true)
        let script = """
            [ ! -e \(folder)/closed ] || exit 75
            cat >\(folder)/letter.$$ && mv \(folder)/letter.$$ \(folder)/box/$$
            """
        try Data(script.utf8).write(to: URL(filePath: "\(folder)/mail.sh"))
        program = try MailProgram(
            command: "/bin/sh \(folder)/mail.sh", sender: "clinic@example.org", links: links)
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// Makes the shell script fail until `open` is called.
    func close() { _ = FileManager.default.createFile(atPath: "\(folder)/closed", contents: nil) }
    func open() { try? FileManager.default.removeItem(atPath: "\(folder)/closed") }

    /// Returns all mails in the folder, and removes their files.
    func take() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/box").map { name in
            let path = "\(folder)/box/\(name)"
            let letter = try String(contentsOfFile: path, encoding: .utf8)
            try FileManager.default.removeItem(atPath: path)
            return letter
        }
    }

    /// Sends the mails that are due, which must be one mail, and returns this mail and removes its file.
    func letter(_ office: Office, at now: Instant = noon) async throws -> Letter {
        #expect(try await office.identity.deliverMail(at: now).failed == 0)
        let letters = try take()
        #expect(letters.count == 1)
        return Letter(text: try #require(letters.first))
    }

    struct Letter {
        let text: String

        /// The token in the mail's link to the app.
        var token: String {
            get throws { String(try #require(text.firstMatch(of: /#purpose=[a-z]+&token=([A-Za-z0-9_-]+)/)).output.1) }
        }

        func field(_ name: String) -> String? {
            text.split(separator: "\n").first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
        }
    }
}
