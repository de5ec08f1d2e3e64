import JSON

/// Converts JSON to an HTML page for reading and printing. The page has no scripts and no external content.
package struct ReadablePage {
    let title: String

    /// An HTML page of an export of all data about a person.
    ///
    /// - Parameter json: an export that `PersonExport` made.
    package static func export(_ json: [UInt8]) throws -> [UInt8] {
        ReadablePage(title: "Everything that we hold about you").html(try JSONValue(parsing: json, limits: .stored))
    }

    func html(_ value: JSONValue) -> [UInt8] {
        var page = Markup()
        page.raw(
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>
            """)
        page.text(title)
        page.raw(
            """
            </title>
            <style>
            body { font: 15px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; color: #222 }
            h2 { margin: 2em 0 .5em; border-bottom: 1px solid #bbb }
            dl { display: grid; grid-template-columns: 12em 1fr; gap: .1em 1em; margin: 0 }
            dt { color: #666 } dd { margin: 0; white-space: pre-line; overflow-wrap: anywhere }
            .entry { margin: .5em 0; padding: .5em 0 .5em 1em; border-left: 3px solid #ddd }
            </style></head><body><h1>
            """)
        page.text(title)
        page.raw("</h1>\n")
        for member in value.members ?? [] {
            guard member.value.kind == .object || member.value.kind == .array else {
                page.raw("<dl>")
                page.pair(member.name, member.value)
                page.raw("</dl>\n")
                continue
            }
            page.raw("<h2>")
            page.text(Markup.words(member.name))
            page.raw("</h2>\n")
            page.value(member.value)
        }
        page.raw("</body></html>\n")
        return page.bytes
    }
}

extension Markup {
    /// The name of a JSON member as an export's HTML page shows it: `birth_date` becomes `birth date`.
    fileprivate static func words(_ name: String) -> String { name.replacing("_", with: " ") }

    fileprivate mutating func pair(_ name: String, _ value: JSONValue) {
        raw("<dt>")
        text(Self.words(name))
        raw("</dt><dd>")
        self.value(value)
        raw("</dd>\n")
    }

    fileprivate mutating func value(_ value: JSONValue) {
        switch value.kind {
        case .null: raw("–")
        case .bool: raw(value.bool == true ? "yes" : "no")
        case .integer, .double: text(value.description)
        case .string: text(value.string ?? "")
        case .array:
            guard let elements = value.elements, !elements.isEmpty else { return raw("–") }
            for element in elements {
                raw("<div class=\"entry\">")
                self.value(element)
                raw("</div>\n")
            }
        case .object:
            raw("<dl>")
            for member in value.members ?? [] { pair(member.name, member.value) }
            raw("</dl>")
        }
    }
}
