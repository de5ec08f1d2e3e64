import ArgumentParser
import ClinicServer
import Foundation

struct OpenAPIDocument: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi", abstract: "Print the API's description (OpenAPI 3.1).")

    func run() throws {
        FileHandle.standardOutput.write(Data(try ServerAPI.description()))
        print()
    }
}
