import ArgumentParser
import ClinicServer
import Foundation

struct OpenAPIDocument: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi", abstract: "Print the API's description (OpenAPI 3.1).")

    @Flag(help: "Print a page about the types of problems (Markdown) instead.")
    var problems = false

    func run() throws {
        guard !problems else { return print(ServerAPI.problemsPage, terminator: "") }
        FileHandle.standardOutput.write(Data(try ServerAPI.description()))
        print()
    }
}
