/// A way into the program that anybody's bytes can take, and what must hold whatever they are: besides not crashing, not
/// hanging and not growing.
public struct FuzzTarget: Sendable {
    public let name: String
    /// What does not hold of this input; `nil` where all does.
    public let fault: @Sendable ([UInt8]) -> String?

    init(_ name: String, _ fault: @escaping @Sendable ([UInt8]) -> String?) {
        self.name = name
        self.fault = fault
    }

    public static let all = [http1, frames, proxy, json, cursor, token, trace, zone, call]

    public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
