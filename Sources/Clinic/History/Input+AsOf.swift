import Endpoints

extension Input where Value == PastTime? {
    /// The earlier time that an answer is about; `nil` for now.
    static var asOf: Input { .optionalQuery("as_of", PastTime.codec) }
}
