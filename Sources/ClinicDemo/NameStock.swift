/// Names for the demo's patients, as they are typical of a clinic in a large city.
enum NameStock {
    /// The names of a language community, for the demo's patients: given names by sex, and family names.
    struct Community: Sendable {
        let language: String
        let women: [String]
        let men: [String]
        let families: [String]
    }

    static let communities: [Community] = [
        Community(
            language: "de",
            women: ["Anna", "Käthe", "Sophie", "Änne", "Lena", "Friederike", "Ute", "Brigitte"],
            men: ["Jörg", "Lukas", "Maximilian", "Günter", "Felix", "Björn", "Matthias", "Sören"],
            families: ["Müller", "Groß", "Schäfer", "Weiß", "Köhler", "Strauß", "Böttcher", "Lehmann", "Vogt"]),
        Community(
            language: "en",
            women: ["Olivia", "Siobhán", "Chloe", "Grace", "Zoë", "Imogen", "Niamh", "Harriet"],
            men: ["Oliver", "Callum", "Seán", "Theodore", "Reuben", "Alistair", "Dylan", "Hugh"],
            families: [
                "O'Brien", "Smith-Jones", "MacLeod", "Hughes", "Okafor", "Pemberton", "Wright", "Ó Súilleabháin",
            ]),
        Community(
            language: "tr",
            women: ["Ayşe", "Zeynep", "Gülşen", "İrem", "Çağla"],
            men: ["Mehmet", "Oğuz", "Çetin", "İsmail", "Ömer"],
            families: ["Yılmaz", "Öztürk", "Şahin", "Çelik", "Işık"]),
        Community(
            language: "pl",
            women: ["Małgorzata", "Agnieszka", "Łucja", "Zofia"],
            men: ["Łukasz", "Paweł", "Grzegorz", "Świętosław"],
            families: ["Kowalski", "Wiśniewska", "Wójcik", "Żółć", "Dąbrowski"]),
        Community(
            language: "vi",
            women: ["Thị Hồng", "Ngọc Ánh", "Phương"],
            men: ["Văn Đức", "Minh Tuấn", "Quốc"],
            families: ["Nguyễn", "Trần", "Phạm", "Đặng"]),
        Community(
            language: "es",
            women: ["María José", "Begoña", "Inés", "Lucía"],
            men: ["José Ángel", "Iñaki", "Raúl", "Andrés"],
            families: ["García Núñez", "Muñoz", "Ibáñez", "Peña y Lillo"]),
        Community(
            language: "nb",
            women: ["Åse", "Solveig", "Bjørg"],
            men: ["Øyvind", "Håkon", "Jørn"],
            families: ["Østby", "Bjørnsen", "Ångström", "Sæther"]),
        Community(
            language: "uk",
            women: ["Оксана", "Наталія", "Юлія"],
            men: ["Андрій", "Ігор", "Євген"],
            families: ["Шевченко", "Коваленко", "Гриценко"]),
        Community(
            language: "el",
            women: ["Ελένη", "Κατερίνα"],
            men: ["Γιώργος", "Νίκος"],
            families: ["Παπαδόπουλος", "Οικονόμου"]),
        Community(
            language: "zh",
            women: ["秀英", "丽华", "晓雨"],
            men: ["伟", "志强", "子轩"],
            families: ["王", "李", "欧阳"]),
        Community(
            language: "ar",
            women: ["فاطمة", "ليلى"],
            men: ["محمد", "يوسف"],
            families: ["الحسن", "حداد"]),
        Community(
            language: "pt",
            women: ["Conceição", "Inês", "Luísa"],
            men: ["João", "Gonçalo", "André"],
            families: ["Guimarães", "Magalhães", "Assunção"]),
    ]
}
