import Identity

/// The configuration for sending mails.
package struct MailConfiguration: Sendable {
    /// The full path of the mail program and its arguments. It receives the message on standard input.
    package var command: String
    /// The address of the mails' sender.
    package var sender: String
    /// The pages that links in mails open.
    package var links: AppLinks

    package init(command: String, sender: String, links: AppLinks) {
        self.command = command
        self.sender = sender
        self.links = links
    }
}
