import EventSourcing
import Identity
import Push

/// The channel that sends notifications by mail, with the operator's mail program.
struct MailChannel: PushChannel {
    let program: MailProgram

    func deliver(_ message: PushMessage, to token: String) async -> PushOutcome {
        // The program that shows a mail may not be able to open a `chairside:` link, so a mail links to the page for
        // notifications on the web instead.
        // A `#` begins the end of a link to the page for one-time tokens.
        let link =
            if message.url.isEmpty || message.url.hasPrefix("https://") { message.url } else {
                message.url.hasPrefix("#") ? program.links.account + message.url : program.links.home
            }
        let text = link.isEmpty ? message.body : "\(message.body)\n\n\(link)"
        let notice = Notice(id: message.id, recipient: token, subject: message.title, text: text)
        switch await program.deliver(notice, at: .now) {
        case .sent: return .delivered
        case .failed: return .retry(after: nil, reason: "the mail program failed")
        case .badAddress: return .refused(reason: "the address cannot be used in a mail")
        }
    }
}
