import Endpoints
import JSON
import Testing

struct PageTests {
    private func json(_ next: String?) -> String {
        String(decoding: Page.bytes([1, 2], .int(0...9), next: next), as: UTF8.self)
    }

    @Test func `a page of a list has the cursor of the next page, and the last page has no cursor`() {
        #expect(json("abc") == #"{"items":[1,2],"next_cursor":"abc","has_more":true}"#)
        #expect(json(nil) == #"{"items":[1,2],"next_cursor":null,"has_more":false}"#)
    }
}
