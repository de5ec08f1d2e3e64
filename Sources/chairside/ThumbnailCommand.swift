import ArgumentParser
import Thumbnails

/// The command `chairside thumbnail`: the process in which the server decodes an image for a thumbnail.
struct ThumbnailCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnail", abstract: "Make a thumbnail of an image, from standard input to standard output.",
        discussion: """
            The server runs this command for each thumbnail, so that a broken image cannot do harm to the server. The exit \
            code is 1 if the input is no PNG or JPEG image, or too large.
            """, shouldDisplay: false)

    func run() throws {
        let code = ThumbnailProcess.run()
        guard code == 0 else { throw ExitCode(code) }
    }
}
