/// Where the files of the browser console come from.
package enum ConsoleSetting: Sendable, Equatable {
    /// The files that are built into the program.
    case on
    /// There is no console: its addresses are unknown.
    case off
    /// The files of a folder, read at each request, for work on the console without builds.
    case folder(String)

    /// Reads the setting: `on`, `off`, or else the path of a folder.
    package init(_ text: String) {
        self =
            switch text {
            case "on": .on
            case "off": .off
            default: .folder(text)
            }
    }
}
