import Foundation
import PackagePlugin

/// Tells the program from which commit it is built.
@main
struct BuiltFrom: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let package = context.package.directoryURL
        let script = package.appending(path: "Plugins/BuiltFrom/write")
        let source = context.pluginWorkDirectoryURL.appending(path: "BuiltFrom.swift")
        // Git appends to this log with every commit, and when another commit is checked out. Sources from an archive
        // have no such log.
        let log = package.appending(path: ".git/logs/HEAD")
        let isThere = FileManager.default.fileExists(atPath: log.path())
        return [
            .buildCommand(
                displayName: "The commit that the program is built from", executable: URL(filePath: "/bin/sh"),
                arguments: [script.path(), package.path(), source.path()],
                inputFiles: isThere ? [script, log] : [script], outputFiles: [source])
        ]
    }
}
