import ClinicServer
import Endpoints
import Testing

@Suite struct MultipartFileTests {
    private static let type = "multipart/form-data; boundary=\"a b\""
    private static let content = "line\r\n--a\r\n--a c\r\n\r\nend\r"

    private static func form(_ content: String, name: String = "file", end: String = "--") -> String {
        "preamble\r\n--a b\r\nContent-Type: text/plain\r\nContent-disposition: form-data; name=\"\(name)\"; "
            + "filename=\"x.pdf\"\r\n\r\n\(content)\r\n--a b\(end)\r\nepilogue"
    }

    /// Reads an uploaded form in pieces of `size` bytes. Returns the file's content, the file's name, and whether the
    /// form has ended.
    private func read(_ form: String, by size: Int) throws -> (content: String, name: String?, hasEnded: Bool) {
        var file = try #require(MultipartFile(Array(Self.type.utf8)[...]))
        var content: [UInt8] = []
        let bytes = Array(form.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            content += try file.take(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        return (String(decoding: content, as: UTF8.self), file.fileName, file.hasEnded)
    }

    @Test(arguments: [1, 2, 3, 7, 1_000])
    func `the content of an uploaded form's file is the same however the form is split into pieces`(_ size: Int) throws
    {
        let (content, name, hasEnded) = try read(Self.form(Self.content), by: size)
        #expect(content == Self.content)
        #expect(name == "x.pdf" && hasEnded)
        let atStart = String(Self.form(Self.content).dropFirst("preamble\r\n".count))
        #expect(try read(atStart, by: size).content == Self.content)
    }

    @Test func `an uploaded form that breaks off is not reported as ended`() throws {
        let form = Self.form(Self.content)
        #expect(try !read(String(form.prefix(form.count - 20)), by: 5).hasEnded)
    }

    @Test
    func `an uploaded form is refused if it has two parts, a part that is not named file, or too long part headers`() {
        #expect(throws: Problem.self) { try read(Self.form("a", end: "\r\nContent-Disposition: x\r\n\r\nb"), by: 9) }
        #expect(throws: Problem.self) { try read(Self.form("a", name: "other"), by: 9) }
        #expect(throws: Problem.self) { try read(String(repeating: "x", count: 10_000), by: 1_000) }
    }

    @Test func `an uploaded form whose content type has no boundary is refused`() {
        #expect(MultipartFile(Array("multipart/form-data".utf8)[...]) == nil)
        #expect(MultipartFile(Array("multipart/form-data; boundary=".utf8)[...]) == nil)
    }
}
