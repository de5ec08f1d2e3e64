import EventSourcing
import Identifiers
import JSON

extension HealthSample {
    /// The first line of a CSV file of samples. Fields are separated by semicolons, because many programs read a comma
    /// as the decimal sign.
    public static let csvHeading = "id;type;value;unit;startDate;endDate;sourceName;metadata\r\n"

    /// The sample as a line of CSV (RFC 4180, with semicolons). The metadata is JSON.
    public var csvLine: String {
        let details = metadata.map { String(decoding: HealthSample.metadataCodec.bytes($0), as: UTF8.self) } ?? ""
        let fields = [id.text, type, "\(value)", unit, start.rfc3339, end.rfc3339, sourceName, details]
        return fields.map(Self.quoted).joined(separator: ";") + "\r\n"
    }

    /// A field of a line in a CSV file of health samples, in quotation marks if needed. A spreadsheet would evaluate a
    /// text that begins like a formula. So an apostrophe is put before such a text (OWASP, CSV injection).
    private static func quoted(_ field: String) -> String {
        let isFormula = field.first.map { "=+-@\t".contains($0) } ?? false
        let text = isFormula ? "'" + field : field
        guard text.contains(where: { ";\"\r\n".contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
