/// The font size and weight of a text on a printed page.
struct TypeStyle {
    /// The size of a printed text's font in points.
    let size: Double
    var isBold = false

    static let body = TypeStyle(size: 9.5)
    static let strong = TypeStyle(size: 9.5, isBold: true)
    static let title = TypeStyle(size: 17, isBold: true)
    static let small = TypeStyle(size: 7.5)
}
