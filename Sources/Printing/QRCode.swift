import CQREncode

/// A QR code (ISO/IEC 18004): a square of black and white modules, made by libqrencode.
public struct QRCode: Hashable, Sendable {
    /// The maximum number of bytes in a QR code. A larger code would be hard to read with a camera.
    public static let mostBytes = 1_024
    /// The number of white modules at each edge of a QR code (ISO/IEC 18004 §9.1).
    static let margin = 4

    /// The number of modules in a row of a QR code, without margins.
    public let width: Int
    private let modules: [Bool]

    /// Makes a QR code of bytes with error correction level M, which restores about 15 percent of the code.
    ///
    /// - Throws: `tooLarge` for more than `mostBytes` bytes; `failed` if there are no bytes, or if memory cannot be
    ///   allocated.
    public init(_ bytes: [UInt8]) throws(PrintingError) {
        guard bytes.count <= QRCode.mostBytes else { throw .tooLarge }
        let code = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe QRcode_encodeData(Int32(bytes.count), bytes.baseAddress, 0, QR_ECLEVEL_M)
        }
        guard let code = unsafe code else { throw .failed("no QR code of \(bytes.count) bytes") }
        let width = unsafe Int(code.pointee.width)
        self.width = width
        // The lowest bit of each byte of libqrencode's result is 1 for a black module; the other bits are not needed.
        modules = unsafe UnsafeBufferPointer(start: code.pointee.data, count: width * width).map { $0 & 1 == 1 }
        unsafe QRcode_free(code)
    }

    /// Whether a module of the QR code is black. Modules outside of the code are white.
    ///
    /// - Parameters:
    ///   - x: the number of the column, from the left; `y`: the number of the row, from the top.
    public func isBlack(x: Int, y: Int) -> Bool {
        (0..<width).contains(x) && (0..<width).contains(y) && modules[y * width + x]
    }
}
