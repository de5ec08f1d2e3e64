/// Calls `body` with the strings as a C array that ends with NULL, valid during the call.
@unsafe
func withCStrings<R>(_ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> R) -> R {
    var bytes: [CChar] = []
    var offsets: [Int] = []
    for string in strings {
        offsets.append(bytes.count)
        bytes.append(contentsOf: string.utf8.map { CChar(bitPattern: $0) })
        bytes.append(0)
    }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
        let pointers = unsafe offsets.map { offset in unsafe buffer.baseAddress.map { unsafe $0 + offset } } + [nil]
        return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
}
