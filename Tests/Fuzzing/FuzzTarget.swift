/// An entry point for untrusted bytes, and the property that must hold for all of them, besides not crashing, not
/// hanging and not growing.
public struct FuzzTarget: Sendable {
    public let name: String
    /// The violated property; `nil` if all hold.
    public let fault: @Sendable ([UInt8]) -> String?

    init(_ name: String, _ fault: @escaping @Sendable ([UInt8]) -> String?) {
        self.name = name
        self.fault = fault
    }

    public static let all = [http1, frames, proxy, json, cursor, token, trace, zone, call]

    public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
