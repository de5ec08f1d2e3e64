import Endpoints
import Testing

struct AcceptedMediaTests {
    @Test(arguments: [
        (nil, false), ("", false), ("*/*", false), ("application/json", false), ("text/html", true),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true), ("text/*", true),
        ("text/html;q=0.5, application/json", false), ("text/html; q=0.9, application/json;q=0.899", true),
        ("application/json, text/html", false), ("text/html;q=0", false), ("TEXT/HTML", true),
        ("text/html;level=1;q=0.7, */*;q=0.1", true), ("text/html;q=x", true),
    ])
    func `a client gets HTML instead of JSON only if its Accept field prefers HTML`(_ field: String?, _ expected: Bool)
    {
        #expect(AcceptedMedia(field).prefers("text/html", to: "application/json") == expected)
    }
}
