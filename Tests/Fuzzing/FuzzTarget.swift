/// A function that processes untrusted bytes and checks a property that must hold for every input. Besides, no input
/// may crash it, let it hang, or let its memory grow without limit.
public struct FuzzTarget: Sendable {
    public let name: String
    /// Processes the bytes, and describes how they violate the target's property; `nil` if they do not violate it.
    public let fault: @Sendable ([UInt8]) -> String?

    init(_ name: String, _ fault: @escaping @Sendable ([UInt8]) -> String?) {
        self.name = name
        self.fault = fault
    }

    public static let all = [http1, frames, proxy, json, cursor, token, trace, zone, call]

    public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
