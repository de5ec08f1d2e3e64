/// The addresses of the pages that links in mails, visit links and handed password links open.
///
/// A token is in the link's fragment (the part after `#`), which browsers do not send. So programs that open the links in
/// mails to check them do not use the token, and no log and no proxy sees it.
public struct AppLinks: Hashable, Sendable {
    /// The page for one-time tokens: `#purpose=email`, `#purpose=password` and `#purpose=contact`.
    public let account: String
    /// The page for the tokens of visit links: `#purpose=visit`.
    public let visit: String
    /// The page that a mail with a notification links to, without a token.
    public let home: String

    /// Links to one page of the clinic's own app, which tells them apart by `purpose`.
    public init(page: String) {
        account = page
        visit = page
        home = page
    }

    /// Links to the pages of the server's browser console.
    ///
    /// - Parameter address: the address by which people reach the server.
    public init(console address: Origin) {
        account = "\(address)/account"
        visit = "\(address)/visit"
        home = "\(address)/"
    }

    /// The link with a one-time token.
    public func url(purpose: String, _ token: String) -> String { "\(account)#purpose=\(purpose)&token=\(token)" }

    /// The link with the token of a visit link.
    func url(ofVisit token: String) -> String { "\(visit)#purpose=visit&token=\(token)" }
}
