import ArgumentParser
import ClinicServer
import Identity

/// The options for the program that sends mail. If no program is given, no mail is sent.
struct MailOptions: ParsableArguments {
    @Option(
        name: .customLong("mail-command"),
        help: .setting(
            "A program that sends the mail on its standard input, such as '/usr/sbin/sendmail -t -i'",
            or: .mailCommand))
    var command: String?
    @Option(name: .customLong("mail-from"), help: .setting("The sender's address in mails", or: .mailSender))
    var sender: String?

    /// - Parameter links: the pages that links in mails open; `nil` if the operator has named none.
    func resolved(_ links: AppLinks?) throws -> MailConfiguration? {
        let command = command ?? environment(.mailCommand)
        let sender = sender ?? environment(.mailSender)
        guard let command else { return nil }
        guard let sender, let links else {
            throw ValidationError("--mail-command needs --mail-from, and --public-url or --account-url")
        }
        return MailConfiguration(command: command, sender: sender, links: links)
    }
}
