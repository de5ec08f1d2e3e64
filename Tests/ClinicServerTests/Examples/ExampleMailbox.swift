import ClinicServer
import ClinicTestSupport
import Foundation
import Identity

/// A folder into which a server's mail command delivers mails.
struct ExampleMailbox: Sendable {
    private let folder: URL

    init() throws {
        folder = URL(filePath: "/tmp/chairside-mail-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "box"), withIntermediateDirectories: true)
        let script = "cat >\(folder.path)/letter.$$ && mv \(folder.path)/letter.$$ \(folder.path)/box/$$\n"
        try Data(script.utf8).write(to: folder.appending(path: "mail.sh"))
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    var configuration: MailConfiguration {
        MailConfiguration(
            command: "/bin/sh \(folder.path)/mail.sh", sender: "noreply@linden.example",
            links: AppLinks(page: "https://app.linden.example/account"))
    }

    /// Waits for a mail with a one-time token to an address, removes the mail, and returns the token.
    func token(for address: String) async throws -> String {
        try await part(/#purpose=[a-z]+&token=([A-Za-z0-9_-]+)/, ofMailTo: address)
    }

    /// Waits for a mail with the code of a booking request to an address, removes the mail, and returns the code.
    func code(for address: String) async throws -> String {
        try await part(/\n([0-9]{8})\n/, ofMailTo: address)
    }

    /// Waits for a mail with a notification to an address, removes the mail, and returns its text.
    func notification(for address: String) async throws -> String {
        let encoded = try await part(/(?s)\n\n(.+)/, ofMailTo: address)
        let text = Data(base64Encoded: encoded, options: .ignoreUnknownCharacters) ?? Data()
        return String(decoding: text, as: UTF8.self)
    }

    /// Waits for a mail to an address that matches a pattern, removes the mail, and returns the part that the pattern
    /// captures.
    private func part(_ pattern: Regex<(Substring, Substring)>, ofMailTo address: String) async throws -> String {
        for _ in 0..<3_000 {
            let box = folder.appending(path: "box")
            for name in try FileManager.default.contentsOfDirectory(atPath: box.path) {
                let letter = box.appending(path: name)
                let text = try String(contentsOf: letter, encoding: .utf8)
                guard text.contains("To: <\(address)>"),
                    let part = text.firstMatch(of: pattern)?.output.1
                else { continue }
                try FileManager.default.removeItem(at: letter)
                return String(part)
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw Missing(what: "a mail to \(address)")
    }
}
