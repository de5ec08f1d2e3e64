/// The type of a text on the page.
struct TypeStyle {
    /// In points.
    let size: Double
    var isBold = false

    static let body = TypeStyle(size: 9.5)
    static let strong = TypeStyle(size: 9.5, isBold: true)
    static let title = TypeStyle(size: 17, isBold: true)
    static let small = TypeStyle(size: 7.5)
}
