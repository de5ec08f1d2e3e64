import Endpoints
import Testing

@Suite struct FieldParametersTests {
    private func text(_ name: String, in field: String) -> String? {
        FieldParameters(Array(field.utf8)[...]).text(name)
    }

    @Test func `the value of a header field's parameter is a token or a quoted text`() {
        #expect(text("filename", in: "attachment; filename=a.pdf") == "a.pdf")
        #expect(text("filename", in: #"attachment;FileName="a \"b\"; c.pdf" ; x=y"#) == #"a "b"; c.pdf"#)
        #expect(text("x", in: #"attachment; filename="a;b"; x=y"#) == "y")
    }

    @Test func `the extended form of a header field's parameter is preferred to the plain form`() {
        let field = "attachment; filename=m.pdf; filename*=UTF-8''M%C3%BCller%20%281%29.pdf"
        #expect(text("filename", in: field) == "Müller (1).pdf")
        #expect(text("filename", in: "attachment; filename*=ISO-8859-1''%FC; filename=u") == "u")
    }

    @Test func `a header field's parameter that lacks its value or its closing quotation mark is not read`() {
        #expect(text("filename", in: "attachment") == nil)
        #expect(text("filename", in: #"attachment; filename="a"#) == nil)
        #expect(text("filename", in: "attachment; filename") == nil)
        #expect(text("filename", in: "attachment; =; filename=a") == "a")
    }
}
