import Foundation
import Fuzzing

private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

/// libFuzzer's main function: it reads the command line, and calls the function `one` with inputs until an input fails
/// or a limit of the command line, such as `-runs`, is reached.
@_silgen_name("LLVMFuzzerRunDriver") private func run(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments>,
    _ one: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The program's main function, under the name that SwiftPM expects. The environment variable `CHAIRSIDE_FUZZ_TARGET`
/// names the fuzz target.
@c(fuzzer_main) public func main(
    _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
    var (count, arguments) = unsafe (count, arguments)
    return unsafe run(&count, &arguments, tryOne)
}

@c(chairside_fuzz_one) func tryOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = target.fault(bytes) { fatalError(fault) }
    return 0
}

private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["CHAIRSIDE_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget.named(name) else {
        fatalError("CHAIRSIDE_FUZZ_TARGET is one of \(FuzzTarget.all.map(\.name))")
    }
    return target
}()
