import JSON
import Printing

/// Makes the printed pages of a patient's whole record from an export: a title for each section, and a paragraph for
/// each of its entries. Ids, versions and the events of the export are left out.
struct PrintedRecord {
    private static let omitted: Set<String> = ["history", "file_links", "version"]

    private var blocks: [PrintedDocument.Block] = [.title("Patient record")]

    /// The document of an export that `PersonExport` made.
    ///
    /// - Parameter createdAt: the time in the file's properties, as ISO 8601.
    static func document(_ export: [UInt8], createdAt: String) throws -> PrintedDocument {
        var record = PrintedRecord()
        record.add(try JSONValue(parsing: export, limits: .stored))
        return PrintedDocument(title: "Patient record", createdAt: createdAt, blocks: record.blocks)
    }

    private mutating func add(_ export: JSONValue) {
        for member in export.members ?? [] where !Self.isOmitted(member.name) {
            switch member.value.kind {
            case .object where member.name == "merged_record":
                blocks.append(.title("Merged record"))
                add(member.value)
            case .object, .array:
                blocks += [.gap(8), .paragraph(Self.words(member.name).uppercased())]
                blocks += (member.value.elements ?? [member.value]).map { .paragraph(Self.text(of: $0)) }
            case .null, .bool, .integer, .double, .string:
                blocks.append(.paragraph("\(Self.words(member.name)): \(Self.text(of: member.value))"))
            }
        }
    }

    /// The text of a JSON value in a printed record: the members of an object with their names, one after the other,
    /// and inner values in parentheses.
    private static func text(of value: JSONValue) -> String {
        switch value.kind {
        case .bool: value.bool == true ? "yes" : "no"
        case .string: value.string ?? ""
        case .null, .integer, .double: value.description
        case .array: (value.elements ?? []).map { inner($0) }.joined(separator: ", ")
        case .object:
            (value.members ?? []).filter { !isOmitted($0.name) && $0.value.kind != .null }
                .map { "\(words($0.name)): \(inner($0.value))" }.joined(separator: "; ")
        }
    }

    private static func inner(_ value: JSONValue) -> String {
        switch value.kind {
        case .object, .array: "(\(text(of: value)))"
        case .null, .bool, .integer, .double, .string: text(of: value)
        }
    }

    private static func isOmitted(_ name: String) -> Bool {
        omitted.contains(name) || name == "id" || name.hasSuffix("_id") || name.hasSuffix("_ids")
    }

    private static func words(_ name: String) -> String { name.replacing("_", with: " ") }
}
