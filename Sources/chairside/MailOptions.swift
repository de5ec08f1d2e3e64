import ArgumentParser
import ClinicServer

/// The mail program. Without a command no mail is sent.
struct MailOptions: ParsableArguments {
    @Option(
        name: .customLong("mail-command"),
        help: """
            A program that mails the message on its standard input, such as '/usr/sbin/sendmail -t -i'; else \
            CHAIRSIDE_MAIL_COMMAND.
            """)
    var command: String?
    @Option(name: .customLong("mail-from"), help: "The sender's address; else CHAIRSIDE_MAIL_FROM.")
    var sender: String?
    @Option(
        name: .customLong("account-url"),
        help: "Where the clinic's app takes tokens that were mailed; else CHAIRSIDE_ACCOUNT_URL.")
    var link: String?

    func resolved() throws -> MailConfiguration? {
        let command = command ?? environment("CHAIRSIDE_MAIL_COMMAND")
        let sender = sender ?? environment("CHAIRSIDE_MAIL_FROM")
        let link = link ?? environment("CHAIRSIDE_ACCOUNT_URL")
        guard let command else { return nil }
        guard let sender, let link else {
            throw ValidationError("--mail-command needs --mail-from and --account-url")
        }
        return MailConfiguration(command: command, sender: sender, link: link)
    }
}
