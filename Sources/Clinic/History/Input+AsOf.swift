import Endpoints

extension Input where Value == PastTime? {
    /// The earlier time of which the answer shows the state; `nil` for the present state.
    static var asOf: Input { .optionalQuery("as_of", PastTime.codec) }
}
