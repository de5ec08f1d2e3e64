import Foundation
import Fuzzing

/// libFuzzer's way in. `CHAIRSIDE_FUZZ_TARGET` names what is fuzzed.
@c public func LLVMFuzzerTestOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
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
