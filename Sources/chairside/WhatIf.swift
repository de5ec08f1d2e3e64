import ArgumentParser
import ClinicOperations

struct WhatIf: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "what-if", abstract: "Count what another rule would have meant for a clinic's past.",
        discussion: """
            Prints, from the clinic's events: how many cancellations and moves of patients the other notice would have \
            refused, and how many of the clinic's patients could have made themselves. Nothing is changed.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case csv, json }

    @Option(help: "The other notice: a patient cancels only with more than this many hours to go.")
    var cancelHours: Int
    @Option(help: "The clinic's id or name; without it, the only clinic.") var clinic: String?
    @Option(help: "CSV lines with name and count, or a JSON object.") var format = Format.csv
    @OptionGroup var installation: InstallationOptions

    func validate() throws {
        guard (0...336).contains(cancelHours) else { throw ValidationError("--cancel-hours is 0 to 336") }
    }

    func run() async throws {
        let counts = try await installation.resolved().review(cancelHours: cancelHours, of: clinic)
        switch format {
        case .csv: for (name, count) in counts { print("\(name),\(count)") }
        case .json:
            // The names of the counts of `chairside what-if` are constants without characters that JSON would escape.
            print("{\(counts.map { "\"\($0.name)\":\($0.count)" }.joined(separator: ","))}")
        }
    }
}
