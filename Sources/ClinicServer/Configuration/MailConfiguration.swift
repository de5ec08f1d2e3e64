/// The configuration for sending mails.
package struct MailConfiguration: Sendable {
    /// The full path of the mail program and its arguments. It receives the message on standard input.
    package var command: String
    /// The address of the mails' sender.
    package var sender: String
    /// The URL of the page of the clinic's app that accepts mailed tokens.
    package var link: String

    package init(command: String, sender: String, link: String) {
        self.command = command
        self.sender = sender
        self.link = link
    }
}
