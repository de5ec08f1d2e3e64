import CPango

/// Draws the pages of a PDF file in memory: pango shapes the text, cairo draws it and embeds the fonts that it uses.
///
/// The canvas owns all its pointers, and one thread uses it.
@safe final class PDFCanvas {
    /// The bytes of the PDF file. Cairo appends to them.
    private final class File {
        var bytes: [UInt8] = []
    }

    private let file = File()
    private let surface: OpaquePointer
    private let cairo: OpaquePointer
    private let layout: OpaquePointer

    /// The font families of PDF files, in the order in which they are tried. For a character that none of them has,
    /// fontconfig takes any installed font that has it.
    private static let fonts = "DejaVu Sans, Noto Sans, Noto Sans CJK SC, Droid Sans Fallback, Sans"

    /// An empty PDF file with one page.
    ///
    /// - Parameters:
    ///   - width: the width of all pages in points. Their height is in points too.
    ///   - createdAt: the time of creation in the file's properties, as ISO 8601.
    init(width: Double, height: Double, title: String, createdAt: String) throws(PrintingError) {
        let target = unsafe Unmanaged.passUnretained(file).toOpaque()
        unsafe surface = cairo_pdf_surface_create_for_stream(
            { target, bytes, count in
                guard let target = unsafe target, let bytes = unsafe bytes else { return CAIRO_STATUS_WRITE_ERROR }
                let file = unsafe Unmanaged<File>.fromOpaque(target).takeUnretainedValue()
                unsafe file.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
                return CAIRO_STATUS_SUCCESS
            }, target, width, height)
        unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
        unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, createdAt)
        unsafe cairo = cairo_create(surface)
        unsafe layout = pango_cairo_create_layout(cairo)
        unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(layout))
        unsafe cairo_destroy(cairo)
        unsafe cairo_surface_destroy(surface)
    }

    /// The height of a text on a PDF page, in points.
    ///
    /// - Parameter width: the width at which the text is wrapped, in points.
    func height(of text: String, _ style: TypeStyle, width: Double) -> Double {
        set(text, style, width: width, isRight: false)
        return laidOutHeight
    }

    /// Draws a text on a PDF page, and returns its height in points.
    ///
    /// - Parameters:
    ///   - x: the left end, in points from the page's left edge; `y`: the upper end, from the upper edge.
    ///   - isRight: whether the lines end at the right end of the width.
    @discardableResult
    func draw(
        _ text: String, _ style: TypeStyle, x: Double, y: Double, width: Double, isRight: Bool = false
    ) -> Double {
        set(text, style, width: width, isRight: isRight)
        unsafe cairo_move_to(cairo, x, y)
        unsafe pango_cairo_show_layout(cairo, layout)
        return laidOutHeight
    }

    /// Draws a thin horizontal line to the right of a point on a PDF page, all in points.
    func rule(x: Double, y: Double, width: Double) {
        unsafe cairo_set_line_width(cairo, 0.5)
        unsafe cairo_move_to(cairo, x, y)
        unsafe cairo_line_to(cairo, x + width, y)
        unsafe cairo_stroke(cairo)
    }

    func endPage() { unsafe cairo_show_page(cairo) }

    /// Finishes the PDF file, and returns its bytes. The canvas cannot draw afterwards.
    func finish() throws(PrintingError) -> [UInt8] {
        unsafe cairo_surface_finish(surface)
        for status in [unsafe cairo_status(cairo), unsafe cairo_surface_status(surface)] {
            guard status == CAIRO_STATUS_SUCCESS else {
                throw .failed(unsafe String(cString: cairo_status_to_string(status)))
            }
        }
        return file.bytes
    }

    private var laidOutHeight: Double {
        var (width, height) = (Int32(0), Int32(0))
        unsafe pango_layout_get_size(layout, &width, &height)
        return Double(height) / Double(PANGO_SCALE)
    }

    private func set(_ text: String, _ style: TypeStyle, width: Double, isRight: Bool) {
        let font = unsafe pango_font_description_new()
        unsafe pango_font_description_set_family(font, Self.fonts)
        unsafe pango_font_description_set_absolute_size(font, style.size * Double(PANGO_SCALE))
        unsafe pango_font_description_set_weight(font, style.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        unsafe pango_layout_set_font_description(layout, font)
        unsafe pango_font_description_free(font)
        unsafe pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
        unsafe pango_layout_set_alignment(layout, isRight ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
        // A zero byte becomes a space, since pango would take it for the end of the text.
        let shown = text.replacing("\u{0}", with: " ")
        unsafe pango_layout_set_text(layout, shown, Int32(shown.utf8.count))
    }
}
