extension QRCode {
    /// The QR code as an SVG image. A module is one unit wide and high.
    public var svg: [UInt8] {
        let side = width + 2 * QRCode.margin
        var path = ""
        for y in 0..<width {
            var x = 0
            while x < width {
                guard isBlack(x: x, y: y) else {
                    x += 1
                    continue
                }
                let start = x
                while isBlack(x: x, y: y) { x += 1 }
                path += "M\(start + QRCode.margin) \(y + QRCode.margin)h\(x - start)v1h-\(x - start)z"
            }
        }
        return Array(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(side)v\(side)h-\(side)z"/><path d="\(path)"/></svg>
            """.utf8)
    }
}
