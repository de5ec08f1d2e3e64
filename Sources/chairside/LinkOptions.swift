import ArgumentParser
import ClinicServer
import Identity

/// The options for the browser console, and for the addresses in the links that the server makes.
struct LinkOptions: ParsableArguments {
    @Option(
        help: .setting(
            "The browser console: on, off, or a folder whose files are served instead of the built-in ones",
            or: .console, valueName: "on|off|folder"))
    var console: String?
    @Option(
        help: .setting(
            "The address by which people reach the server, such as https://clinic.example. Links in mails and visit links go to the console's pages there",
            or: .publicURL, valueName: "origin"))
    var publicURL: String?
    @Option(
        help: .setting(
            "The address of the clinic's own app for the links in mails and visit links, instead of the console's pages",
            or: .accountURL))
    var accountURL: String?

    var setting: ConsoleSetting { ConsoleSetting(console ?? environment(.console) ?? Variable.console.standard ?? "") }

    /// The address by which people reach the server; `nil` if it is not known.
    ///
    /// - Throws: `ValidationError` for an address with a path, or one by which a token would cross a network in plain text.
    func address() throws -> Origin? {
        guard let text = publicURL ?? environment(.publicURL) else { return nil }
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let origin = Origin(trimmed), origin.isSecure || origin.isThisMachine else {
            throw ValidationError(
                "--public-url is https://host or https://host:port without a path; http only for this machine")
        }
        return origin
    }

    /// The pages that links open; `nil` if neither option for them is given.
    func links() throws -> AppLinks? {
        let address = try address()
        if let page = accountURL ?? environment(.accountURL) { return AppLinks(page: page) }
        return setting == .off ? nil : address.map { AppLinks(console: $0) }
    }

    /// A one-time token for choosing a password as a link, by the environment variables that the server reads too; `nil`
    /// if these name no page.
    static func link(_ token: String) throws -> String? {
        try LinkOptions.parse([]).links()?.url(purpose: "password", token)
    }
}
