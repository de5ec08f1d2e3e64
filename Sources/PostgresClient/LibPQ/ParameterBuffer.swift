import CLibPQ
import SQL

/// The values of a statement in the layout that libpq expects. The memory is kept between statements, so that a
/// statement needs no allocation.
///
/// Values are always sent in binary with their length. So a text with a NUL character is not cut off, but reaches
/// PostgreSQL, which refuses it.
@safe
struct ParameterBuffer {
    private var bytes: [UInt8] = []
    private var offsets: [Int] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []
    private var pointers: [UnsafePointer<CChar>?] = unsafe []

    /// The size in bytes above which the memory for a statement's values is not reused: the next statement gets new
    /// memory.
    private static let keep = 1 << 20

    mutating func fill(_ binds: [Bind]) {
        if bytes.capacity > Self.keep { bytes = [] }
        bytes.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        for bind in binds {
            let start = bytes.count
            if bind.appendBinary(to: &bytes) {
                offsets.append(start)
                lengths.append(Int32(clamping: bytes.count - start))
            } else {
                offsets.append(-1)
                lengths.append(0)
            }
        }
        while formats.count < binds.count { formats.append(1) }
    }

    @unsafe
    mutating func withPointers<R>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> R
    ) -> R {
        // libpq takes a missing address for NULL, so an empty value needs an address too.
        if bytes.isEmpty { bytes.append(0) }
        return unsafe bytes.withUnsafeBytes { buffer in
            unsafe pointers.removeAll(keepingCapacity: true)
            for offset in offsets {
                let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                unsafe pointers.append(offset < 0 ? nil : unsafe start.map { unsafe $0 + offset })
            }
            return unsafe pointers.withUnsafeBufferPointer { pointers in
                unsafe lengths.withUnsafeBufferPointer { lengths in
                    unsafe formats.withUnsafeBufferPointer { formats in
                        unsafe body(pointers.baseAddress, lengths.baseAddress, formats.baseAddress)
                    }
                }
            }
        }
    }
}
