import ArgumentParser
import ClinicServer

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
    @Option(
        name: .customLong("account-url"),
        help: .setting("The address of the clinic's app for the links in mails", or: .accountURL))
    var link: String?

    func resolved() throws -> MailConfiguration? {
        let command = command ?? environment(.mailCommand)
        let sender = sender ?? environment(.mailSender)
        let link = link ?? environment(.accountURL)
        guard let command else { return nil }
        guard let sender, let link else {
            throw ValidationError("--mail-command needs --mail-from and --account-url")
        }
        return MailConfiguration(command: command, sender: sender, link: link)
    }
}
