import Clinic
import EventSourcing
import Testing

@Suite struct PatientSearchTests {
    /// Whether a search for `question` finds a patient, by the same comparison of terms as in the database.
    private func finds(
        _ question: String, _ given: String, _ family: String, phone: String? = nil, born: CivilDate = "1980-01-31"
    ) -> Bool {
        let terms = PatientTerms.of(given: given, family: family, phone: phone, birthDate: born)
        let asked = PatientTerms.asked(question)
        return !asked.isEmpty
            && asked.allSatisfy { beginnings in
                terms.contains { term in beginnings.contains { term.utf8.starts(with: $0.utf8) } }
            }
    }

    @Test(arguments: [
        ("mull", "Jürgen", "Müller"), ("jurgen mul", "Jürgen", "Müller"), ("MÜLLER", "Jürgen", "Mueller"),
        ("mueller", "Jürgen", "Müller"), ("lukasz", "Łukasz", "Żółć"), ("zolc", "Łukasz", "Żółć"),
        ("strasse", "Eva", "Straße"), ("straße", "Eva", "Strasse"), ("soren", "Søren", "Ærø"),
        ("soeren aero", "Søren", "Ærø"), ("nguyen", "Thị Hồng", "Nguyễn"), ("hong", "Thị Hồng", "Nguyễn"),
        ("isik", "Işık", "Yılmaz"), ("IŞIK", "Işık", "Yılmaz"), ("yilmaz", "Işık", "Yılmaz"),
        ("ilker", "İlker", "Şen"), ("obrien", "Sean", "O'Brien"), ("o'br", "Sean", "O’Brien"),
        ("brien", "Sean", "O'Brien"), ("lena", "Anna-Lena", "Vogt"), ("anna-l", "Anna-Lena", "Vogt"),
        ("annalena", "Anna-Lena", "Vogt"), ("gudrun thor", "Guðrún", "Þórsdóttir"),
        ("zoe", "Zoe\u{301}", "A"), ("zoé", "Zoë", "A"), ("de la cruz", "María", "de la Cruz"),
    ])
    func `a patient search finds names by the first letters of their words, ignoring accents and case`(
        question: String, given: String, family: String
    ) {
        #expect(finds(question, given, family))
    }

    @Test(arguments: [
        ("иванов", "Пётр", "Иванов"), ("ПЁТР", "Пётр", "Иванов"), ("αθην", "Αθηνά", "Παππάς"),
        ("παππασ", "Αθηνά", "Παππας"), ("王", "小明", "王"), ("王小明", "小明", "王"), ("万", "小明", "万"), ("김민", "민준", "김"),
        ("محمد", "مُحَمَّد", "علي"), ("محمد", "محـــمد", "علي"), ("יוסף", "יוֹסֵף", "כהן"), ("प्रिया", "प्रिया", "शर्मा"),
        ("кайо", "Ка\u{438}\u{306}о", "Сато"),
    ])
    func `a patient search finds names in other scripts in upper and lower case`(
        question: String, given: String, family: String
    ) {
        #expect(finds(question, given, family))
    }

    @Test(arguments: [
        ("uller", "Jürgen", "Müller"), ("jurgen schmidt", "Jürgen", "Müller"), ("петр", "Пётр", "Иванов"),
        ("mulller", "Jürgen", "Müller"), ("!!!", "Jürgen", "Müller"), ("", "Jürgen", "Müller"),
    ])
    func `a patient search for text that begins no word of any name finds nothing`(
        question: String, given: String, family: String
    ) {
        #expect(!finds(question, given, family))
    }

    @Test(arguments: [
        "1234567", "234", "4567", "0170 123", "0170-1234567", "0170-12", "0170-", "+49 170 1234567", "0049 170 12",
        "(0170) 1",
    ])
    func `a patient search finds digits anywhere in a phone number, in any notation`(question: String) {
        #expect(finds(question, "A", "B", phone: "+49 170 1234567"))
    }

    @Test func `a patient search for digits that are in no phone number finds nothing`() {
        #expect(!finds("7654321", "A", "B", phone: "+49 170 1234567"))
        #expect(!finds("234", "A", "B"))
    }

    @Test(arguments: ["1980-01-31", "1980-01", "1980-", "muller 1980-01-31", "1980-01-31 123"])
    func `a patient search finds patients by the beginning of the birth date, alone or with other words`(
        question: String
    ) {
        #expect(finds(question, "Jürgen", "Müller", phone: "0123 99"))
    }

    @Test(arguments: ["31.01.1980", "31.1.1980", "31/01/1980", "01/31/1980", "muller 31.1.1980"])
    func `a patient is found by a birth date with dots or slashes, the day or the month first`(question: String) {
        #expect(finds(question, "Jürgen", "Müller", phone: "0123 99"))
    }

    @Test func `a search for a date that does not exist finds no patient`() {
        #expect(!finds("31.02.1980", "Jürgen", "Müller"))
        #expect(!finds("01.31.1980", "Jürgen", "Müller"))
    }

    @Test func `a patient search with a wrong birth date finds no patient, even if the name is right`() {
        #expect(!finds("1980-02", "Jürgen", "Müller"))
        #expect(!finds("muller 1981-01-31", "Jürgen", "Müller"))
    }

    @Test func `a patient's search terms are sorted, and contain no spaces and no empty words`() {
        let terms = PatientTerms.of(
            given: "  Anna\u{a0}Lena ", family: "O'Brien–Müller", phone: "+49 (170) 123", birthDate: "1980-01-31")
        #expect(terms.allSatisfy { $0.count > 1 && !$0.contains(" ") })
        #expect(
            terms == [
                "b1980-01-31", "nanna", "nbrien", "nlena", "nmueller", "nmuller", "no", "nobrienmueller",
                "nobrienmuller", "p0123", "p123", "p170123", "p49170123", "p70123", "p9170123",
            ])
    }
}
