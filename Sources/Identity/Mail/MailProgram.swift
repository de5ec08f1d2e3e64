import EventLoop

/// A program that sends a mail and takes the recipient from the message, such as `/usr/sbin/sendmail -t -i`.
///
/// The program receives the message on its standard input. It is stopped after a minute, or, for a mail with a
/// notification, at the end of the time that the caller gives.
public struct MailProgram: Sendable {
    /// The path of the mail program, and its arguments.
    public let command: [String]
    /// The e-mail address from which mails are sent.
    public let sender: String
    /// The pages that links in mails open.
    public let links: AppLinks
    private let workers: WorkerPool
    /// Mails with notifications wait apart, so that many of them do not delay or displace mails with one-time tokens.
    private let noticeWorkers: WorkerPool

    public struct Unusable: Error, CustomStringConvertible {
        public let description: String
    }

    public init(command: String, sender: String, links: AppLinks) throws {
        let words = command.split(separator: " ").map(String.init)
        guard let program = words.first, program.hasPrefix("/") else {
            throw Unusable(description: "the mail command must begin with a program's full path")
        }
        guard MailAddress.isAcceptable(sender) else { throw Unusable(description: "\(sender) is no sender's address") }
        self.command = words
        self.sender = sender
        self.links = links
        workers = try WorkerPool(threads: 1, queueLimit: 64, name: "mail")
        noticeWorkers = try WorkerPool(threads: 1, queueLimit: 64, name: "notices")
    }

    /// Refuses further mails. Mails that wait are still sent.
    func close() {
        workers.close()
        noticeWorkers.close()
    }

    /// Sends a mail. Returns whether the mail program accepted it; the program's own output goes to standard error.
    func send(_ message: [UInt8]) async -> Bool {
        let words = ["/usr/bin/timeout", "60"] + command
        return (try? await workers.run { Self.run(words, message) == 0 }) ?? false
    }

    /// Sends a mail with a notification, if the mail program can be started in time. The program is stopped at the end
    /// of the time, so the mail is not sent after the caller has given up and perhaps tried again.
    ///
    /// - Parameter seconds: the time for the wait and for the program together.
    func sendNotice(_ message: [UInt8], within seconds: Int64) async -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        let sent = try? await noticeWorkers.run { [command] in
            let left = (end - ContinuousClock.now).components.seconds
            guard left >= Self.leastTime else { return false }
            return Self.run(["/usr/bin/timeout", "\(left)"] + command, message) == 0
        }
        return sent ?? false
    }

    /// The least time in seconds that must be left to send a mail with a notification. If less is left, the mail
    /// program is not started.
    private static let leastTime: Int64 = 5

    /// Runs the mail program with a mail on its standard input. Returns the program's exit code, or -1 if the program
    /// did not run or was ended by a signal.
    private static func run(_ words: [String], _ message: [UInt8]) -> Int32 {
        var rest: [UInt8]? = message
        return (try? ChildProgram.run(words) { rest.take() }) ?? -1
    }
}

/// Checks that an address is safe in a message's header and as a program's argument: one `@`, and around it only
/// characters of RFC 5321's unquoted forms. It does not check where dots stand.
enum MailAddress {
    static func isAcceptable(_ address: String) -> Bool {
        let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), address.utf8.count <= 254 else { return false }
        return parts[0].allSatisfy { isPlain($0) || signs.contains($0) } && parts[0].first != UInt8(ascii: "-")
            && parts[1].allSatisfy { isPlain($0) || $0 == UInt8(ascii: "-") }
    }

    private static let signs = Set("!#$%&'*+/=?^_`{|}~-".utf8)

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
