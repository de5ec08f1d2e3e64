import Foundation
import Testing

/// Tests that source files are named by the rule in `CONTRIBUTING.md`.
@Suite struct FileNameTests {
    /// The targets in which every source file must be named by the rule in `CONTRIBUTING.md`.
    private static let targets: Set = [
        "EventChain", "EventStore", "Identifiers", "Metrics", "Migrations", "Projections", "ZoneFiles",
    ]

    @Test func `in the targets that FileNameTests lists, a file is named after the first type it declares or extends`()
        throws
    {
        let offences = try HouseTests.sources().filter { Self.targets.contains($0.target) }.compactMap { source in
            let file = String((source.name.split(separator: "/").last ?? "").dropLast(".swift".count))
            guard let first = Self.firstDeclaration(source.lines) else { return "\(source.name) declares nothing" }
            let isNamedRight =
                if let plus = file.firstIndex(of: "+") {
                    first.kind == "extension" && first.name == file[..<plus]
                } else if file.hasSuffix("Statements") {
                    first.name == "Statement"
                } else {
                    first.name == file
                }
            return isNamedRight ? nil : "\(source.name) declares \(first.name)"
        }
        #expect(offences == [])
    }

    private static func firstDeclaration(_ lines: [String]) -> (kind: Substring, name: Substring)? {
        let kinds = /^(?:@\w+ )*(?:public |package |private |fileprivate |final |indirect )*/
        let declaration = /(?<kind>class|struct|enum|protocol|actor|extension|func|let|var) (?<name>\w+)/
        for line in lines where line.first != " " {
            let rest = line.trimmingPrefix(kinds)
            if let found = rest.prefixMatch(of: declaration) { return (found.kind, found.name) }
        }
        return nil
    }
}
