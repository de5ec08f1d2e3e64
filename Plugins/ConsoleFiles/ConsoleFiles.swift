import Foundation
import PackagePlugin

/// Builds the files of the browser console into the program: `Sources/Console/Files` becomes one Swift file.
@main
struct ConsoleFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let package = context.package.directoryURL
        let script = package.appending(path: "Plugins/ConsoleFiles/write")
        let folder = package.appending(path: "Sources/Console/Files")
        let source = context.pluginWorkDirectoryURL.appending(path: "BuiltConsoleFiles.swift")
        let names = (FileManager.default.enumerator(atPath: folder.path()) ?? .init()).compactMap { $0 as? String }
        var isFolder: ObjCBool = false
        let files = names.sorted().map { folder.appending(path: $0) }.filter {
            FileManager.default.fileExists(atPath: $0.path(), isDirectory: &isFolder) && !isFolder.boolValue
        }
        return [
            .buildCommand(
                displayName: "The files of the browser console", executable: URL(filePath: "/bin/sh"),
                arguments: [script.path(), folder.path(), source.path()], inputFiles: [script] + files,
                outputFiles: [source])
        ]
    }
}
