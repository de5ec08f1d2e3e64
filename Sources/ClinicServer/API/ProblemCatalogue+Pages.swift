import Endpoints
import JSON

extension ProblemCatalogue {
    /// An HTML page that lists all kinds of problems.
    var page: [UInt8] {
        .page(title: "Problem types") { page in
            page.raw("<table><tr><th>Status</th><th>Type</th><th>When</th></tr>\n")
            for entry in entries {
                page.raw("<tr><td>")
                page.text("\(entry.kind.status)")
                page.raw("</td><td><a href=\"")
                page.text(entry.kind.page)
                page.raw("\">")
                page.code(entry.kind.name)
                page.raw("</a></td><td>")
                page.text(entry.kind.title)
                page.raw("</td></tr>\n")
            }
            page.raw("</table>\n")
        }
    }
}

extension ProblemCatalogue.Entry {
    /// An HTML page that explains this kind of problem.
    var page: [UInt8] {
        .page(title: kind.title) { page in
            page.raw("<p>")
            page.code(kind.type)
            page.text(", status \(kind.status)")
            page.raw("</p>\n<h2>When it occurs</h2>\n<p>")
            page.prose(kind.means)
            page.raw("</p>\n<h2>What to do</h2>\n<p>")
            page.prose(kind.remedy)
            page.raw("</p>\n")
            if !kind.members.isEmpty {
                page.raw("<h2>Further members</h2>\n<dl>")
                for member in kind.members {
                    page.raw("<dt>")
                    page.code(member.name)
                    page.raw("</dt><dd>")
                    page.prose(member.schema.descriptionHere ?? "")
                    page.raw("</dd>\n")
                }
                page.raw("</dl>\n")
            }
            page.raw("<h2>Example</h2>\n<pre>")
            let example = try? JSONValue(parsing: kind.example.bytes)
            page.text(String(decoding: example?.indentedBytes ?? kind.example.bytes, as: UTF8.self))
            page.raw("</pre>\n<h2>Operations</h2>\n<p>")
            page.text(operations?.joined(separator: ", ") ?? "Any request may be answered so.")
            page.raw("</p>\n<p><a href=\"/problems\">All problem types</a></p>\n")
        }
    }
}

extension [UInt8] {
    fileprivate static func page(title: String, _ body: (inout Markup) -> Void) -> [UInt8] {
        var page = Markup()
        page.raw(
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>
            """)
        page.text(title)
        page.raw(
            """
            </title>
            <style>
            body { font: 16px/1.5 sans-serif; max-width: 48em; margin: 2em auto; padding: 0 1em; color: #222 }
            h2 { font-size: 1em; margin: 1.5em 0 .3em } p { margin: 0 }
            td, th { text-align: left; vertical-align: top; padding: .2em 1em .2em 0 }
            dt { margin-top: .3em } dd { margin: 0 0 0 1.5em }
            pre { background: #f4f4f4; padding: .7em; overflow-x: auto; margin: 0 }
            </style></head><body><h1>
            """)
        page.text(title)
        page.raw("</h1>\n")
        body(&page)
        page.raw("</body></html>\n")
        return page.bytes
    }
}
