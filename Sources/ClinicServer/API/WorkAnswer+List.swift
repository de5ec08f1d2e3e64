import Endpoints
import JSON

extension WorkAnswer {
    /// The answer 200 with a complete list: `{"items":[…],"next_cursor":null,"has_more":false}`.
    static func list<Value>(_ values: [Value], _ codec: Codec<Value>) -> WorkAnswer {
        WorkAnswer(200, Page.bytes(values, codec))
    }
}
