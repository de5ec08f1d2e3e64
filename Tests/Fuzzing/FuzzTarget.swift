/// A function that processes untrusted bytes. It checks a property that must hold for all inputs, apart from not
/// crashing, not hanging and not using ever more memory.
public struct FuzzTarget: Sendable {
    public let name: String
    /// Processes the bytes, and returns the property that was violated; `nil` if no property was violated.
    public let fault: @Sendable ([UInt8]) -> String?

    init(_ name: String, _ fault: @escaping @Sendable ([UInt8]) -> String?) {
        self.name = name
        self.fault = fault
    }

    public static let all = [http1, frames, proxy, json, cursor, token, trace, zone, call]

    public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
