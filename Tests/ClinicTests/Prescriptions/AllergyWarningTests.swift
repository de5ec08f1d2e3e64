import Catalogue
import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests which recorded allergies give a warning about which drugs.
@Suite struct AllergyWarningTests {
    private static let patient = Practice.patient(1)
    private let catalogue: Catalogue
    private let formulary: Formulary

    init() throws {
        catalogue = try Catalogue.bundled()
        formulary = Formulary(catalogue)
    }

    private func drug(_ name: String) throws -> Drug {
        try #require(catalogue.drugs.first { $0.name == name }, "\(name)")
    }

    /// The warning about a drug for a patient with an allergy, as a word.
    private func warning(_ allergy: KnownAllergy, _ name: String) throws -> String {
        let found = PrescriptionWarning.all(
            about: PrescribedDrug(try drug(name)), Therapy(allergies: [allergy]), comparing: formulary)
        guard let first = found.first else { return "none" }
        #expect(found.count == 1 && first.kind == .allergy && first.substance == allergy.substance)
        return first.match?.rawValue ?? "named"
    }

    @Test(arguments: [
        ("Penicillin", "amoxicillin", "named"), ("penicillins", "amoxicillin", "named"),
        ("PENICILLIN", "phenoxymethylpenicillin", "named"), ("Penizillin", "amoxicillin", "named"),
        ("Penicilina", "amoxicillin", "named"), ("penicilinas", "amoxicillin", "named"),
        ("Penicillin allergy since childhood", "amoxicillin", "named"),
        ("Penicillinallergie", "amoxicillin", "named"), ("Penicillin-Allergie", "amoxicillin", "named"),
        ("alergia a la penicilina", "amoxicillin", "named"), ("Penicilin", "amoxicillin", "named"),
        ("Augmentin", "amoxicillin", "named"), ("Amoxicillin/clavulanic acid", "amoxicillin", "named"),
        ("Amoxicillin + Clavulansäure", "amoxicillin", "named"), ("co-amoxiclav", "amoxicillin", "named"),
        ("Allergy to amoxicillin", "amoxicillin", "named"), ("amoxycillin (rash)", "amoxicillin", "named"),
        ("Amoxicilina", "amoxicillin", "named"), ("J01CA04", "amoxicillin", "named"),
        ("Amoxicillin", "phenoxymethylpenicillin", "same_group"), ("Augmentin", "flucloxacillin", "same_group"),
        ("penicillin G", "amoxicillin", "same_group"), ("Penicillin", "cefalexin", "cross_reaction"),
        ("Amoxicillin", "cefuroxime", "cross_reaction"), ("Cephalosporins", "amoxicillin", "cross_reaction"),
        ("cephalexin", "amoxicillin", "cross_reaction"), ("Cefalosporinas", "cefuroxime", "named"),
        ("beta-lactams", "cefuroxime", "named"), ("Penicillin", "clindamycin", "none"),
        ("NSAIDs", "ibuprofen", "named"), ("NSAID", "diclofenac", "named"), ("NSAR", "ibuprofen", "named"),
        ("AINEs", "naproxen", "named"), ("Ibuprofeno", "ibuprofen", "named"), ("Advil", "ibuprofen", "named"),
        ("Ibuprofen", "diclofenac", "same_group"), ("aspirin", "ibuprofen", "same_group"),
        ("ASS", "acetylsalicylic acid", "named"), ("Voltaren", "ibuprofen", "same_group"),
        ("Novalgin", "metamizole sodium", "named"), ("Metamizol", "ibuprofen", "cross_reaction"),
        ("NSAIDs", "paracetamol", "none"), ("acetaminophen", "paracetamol", "named"),
        ("Tylenol", "codeine + paracetamol", "named"), ("opioids", "tramadol", "named"),
        ("Opiate", "morphine", "named"), ("codeine", "tramadol", "same_group"),
        ("Sulfonamide", "sulfamethoxazole + trimethoprim", "named"), ("sulfa", "furosemide", "named"),
        ("Bactrim", "sulfamethoxazole + trimethoprim", "named"), ("sulfamidas", "sulfasalazine", "named"),
        ("macrolides", "azithromycin", "named"), ("Makrolide", "clarithromycin", "named"),
        ("macrólidos", "erythromycin", "named"), ("erythromycin", "azithromycin", "same_group"),
        ("local anaesthetics", "articaine + epinephrine", "named"), ("Lokalanästhetika", "lidocaine", "named"),
        ("anestesia local", "mepivacaine", "named"),
        ("local anesthetics of the amide type", "lidocaine", "named"),
        ("ester local anaesthetics", "benzocaine", "named"), ("ester local anaesthetics", "lidocaine", "none"),
        ("lignocaine", "lidocaine", "named"), ("lidocaine", "articaine", "same_group"),
        ("Novocain", "benzocaine", "same_group"), ("Novocain", "lidocaine", "none"),
        ("statins", "simvastatin", "named"), ("Statine", "atorvastatin", "named"),
        ("estatinas", "pravastatin", "named"),
        ("atorvastatin", "simvastatin", "same_group"), ("ACE inhibitors", "ramipril", "named"),
        ("ACE-Hemmer", "enalapril", "named"), ("IECA", "lisinopril", "named"), ("ramipril", "enalapril", "same_group"),
        ("lisinopril", "sacubitril + valsartan", "cross_reaction"), ("tetracyclines", "doxycycline", "named"),
        ("ciprofloxacin", "levofloxacin", "same_group"), ("adrenaline", "articaine + epinephrine", "named"),
        ("sulphites", "articaine + epinephrine", "named"), ("Jod", "povidone-iodine", "named"),
        ("chlorhexidine", "chlorhexidine", "named"), ("eggs", "propofol", "named"),
        ("antibiotics", "amoxicillin", "named"),
        ("painkillers", "ibuprofen", "named"), ("piperacillin", "amoxicillin", "same_group"),
        ("streptomycin", "gentamicin", "same_group"), ("streptomycin", "amoxicillin", "none"),
        ("latex", "amoxicillin", "none"), ("Latexhandschuhe", "amoxicillin", "not_comparable"),
        ("pollen", "amoxicillin", "none"), ("hay fever", "ibuprofen", "none"), ("Heuschnupfen", "ibuprofen", "none"),
        ("Nickel", "ibuprofen", "none"), ("peanuts and bee stings", "ibuprofen", "none"),
        ("NKDA", "amoxicillin", "none"), ("no known allergies", "amoxicillin", "none"),
        ("ninguna", "amoxicillin", "none"), ("the red pills", "ibuprofen", "not_comparable"),
        ("some antibiotic whose name I forgot", "amoxicillin", "named"),
        ("Qwertin forte", "ibuprofen", "not_comparable"),
        ("allergy", "ibuprofen", "not_comparable"), ("Penicillin, the red pills", "ibuprofen", "not_comparable"),
        ("Penicillin, rash", "ibuprofen", "none"), ("Penicillin and latex", "ibuprofen", "none"),
        ("Penicillin; Foobarin", "amoxicillin", "named"),
    ])
    func `a recorded allergy gives the right warning about a drug`(_ text: String, _ name: String, _ expected: String)
        throws
    {
        #expect(try warning(KnownAllergy(substance: text), name) == expected, "\(text), \(name)")
    }

    @Test func `an allergy with an ATC code, a drug or a group is compared by it, whatever its text is`() throws {
        let amoxicillin = try drug("amoxicillin").id
        #expect(try warning(KnownAllergy(substance: "the red pills", atcCode: "J01C"), "amoxicillin") == "named")
        #expect(try warning(KnownAllergy(substance: "the red pills", atcCode: "J01C"), "cefalexin") == "cross_reaction")
        #expect(try warning(KnownAllergy(substance: "the red pills", atcCode: "J01CA04"), "ampicillin") == "same_group")
        #expect(try warning(KnownAllergy(substance: "the red pills", atcCode: "J01C"), "ibuprofen") == "none")
        #expect(try warning(KnownAllergy(substance: "the red pills", drug: amoxicillin), "amoxicillin") == "named")
        #expect(try warning(KnownAllergy(substance: "the red pills", drug: amoxicillin), "ampicillin") == "same_group")
        #expect(try warning(KnownAllergy(substance: "the red pills", drug: 0xdead), "ampicillin") == "not_comparable")
        #expect(try warning(KnownAllergy(substance: "the red pills", group: .nsaids), "ibuprofen") == "named")
        #expect(try warning(KnownAllergy(substance: "the red pills", group: .nsaids), "ampicillin") == "none")
        #expect(try warning(KnownAllergy(substance: "Penicillin", group: .nsaids), "ampicillin") == "named")
    }

    @Test func `every name of every drug of the catalogue, recorded as an allergy, gives a warning about the drug`()
        throws
    {
        for drug in catalogue.drugs {
            let prescribed = PrescribedDrug(drug)
            for name in [drug.name, "Allergy to \(drug.name)"] + drug.synonyms + drug.brandNames + drug.ingredients {
                let allergy = Therapy(allergies: [KnownAllergy(substance: name)])
                let found = PrescriptionWarning.all(about: prescribed, allergy, comparing: formulary)
                #expect(found.map(\.match) == [nil], "\(name), \(drug.name)")
            }
        }
    }

    @Test func `an allergy that was recorded with a high criticality only by its text gives a warning until it ends`()
        throws
    {
        for (end, text) in zip(ChartEntryEnd.allCases, ["Penicillin", "the red pills"]) {
            var desk = try Desk()
            let allergy: ID<Allergy> = 0xa1
            let facts = AllergyFacts(substance: Personal(text), criticality: .high)
            try desk.run(RecordChartEntry(allergy.uuid, of: Self.patient, .allergy(facts)), at: noon)
            let order = PrescribeDrug(
                0x91, of: try drug("amoxicillin"), for: Self.patient, by: Practice.doctor(1), SampleDrugs.order(),
                comparing: formulary)
            guard case .warnings(let warnings) = desk.rejection(order, at: noon) else {
                Issue.record("\(text) gives no warning")
                continue
            }
            let overridden = PrescribeDrug(
                0x91, of: try drug("amoxicillin"), for: Self.patient, by: Practice.doctor(1),
                SampleDrugs.order(override: WarningOverride(reason: "Tested negative", warnings: warnings)),
                comparing: formulary)
            #expect(desk.rejection(overridden, at: noon) == nil)
            try desk.run(
                EndChartEntry(ChartEntryID(.allergy, allergy.uuid), end, reason: Personal("Wrong patient")), at: noon)
            #expect(desk.rejection(order, at: noon) == nil)
        }
    }

    @Test func `an allergy of a merged record gives a warning for the surviving record`() throws {
        var desk = try Desk()
        let facts = AllergyFacts(substance: Personal("Penicillin"), criticality: .high)
        try desk.run(
            RecordChartEntry((0xa1 as ID<Allergy>).uuid, of: Self.patient, .allergy(facts)), at: noon)
        let kept = Practice.patient(2)
        try desk.run(MergePatients(Self.patient, into: kept, reason: Personal("Registered twice")), at: noon)
        let order = PrescribeDrug(
            0x91, of: try drug("amoxicillin"), for: kept, by: Practice.doctor(1), SampleDrugs.order(),
            comparing: formulary)
        #expect(
            desk.rejection(order, at: noon)
                == .warnings([PrescriptionWarning(kind: .allergy, substance: "Penicillin")]))
    }

    @Test(
        arguments: [
            ("Ibuprofen 400", nil, "ibuprofen", "ibuprofen", nil), ("Advil", nil, "ibuprofen", "ibuprofen", nil),
            ("Ibuprofeno", nil, "ibuprofen", "ibuprofen", nil), ("Naproxen", nil, "ibuprofen", "nsaids", "same_group"),
            ("blood pressure pill", "C09AA05", "ramipril", "ramipril", nil),
            ("blood pressure pill", "C09AA05", "enalapril", "ace_inhibitors", "same_group"),
            ("Simvastatin", nil, "atorvastatin", "statins", "same_group"),
            ("Xarelto", nil, "warfarin", "anticoagulants", "same_group"),
            ("Tylenol", nil, "codeine + paracetamol", "paracetamol", nil),
        ] as [(String, String?, String, String, String?)])
    func `a current medication of the chart gives a warning for the same ingredient and for the same group`(
        _ text: String, _ code: String?, _ name: String, _ substance: String, _ match: String?
    ) throws {
        var desk = try Desk()
        let medication: ID<Medication> = 0xc1
        let facts = MedicationFacts(name: Personal(text), atcCode: code.map { Personal($0) })
        try desk.run(RecordChartEntry(medication.uuid, of: Self.patient, .medication(facts)), at: noon)
        let order = PrescribeDrug(
            0x91, of: try drug(name), for: Self.patient, by: Practice.doctor(1), SampleDrugs.order(),
            comparing: formulary)
        let warning = PrescriptionWarning(
            kind: .sameIngredient, substance: substance, medications: [medication],
            match: match.flatMap(PrescriptionWarning.Match.init))
        #expect(desk.rejection(order, at: noon) == .warnings([warning]))
        let end = EndChartEntry(ChartEntryID(.medication, medication.uuid), .resolved, reason: Personal("Stopped"))
        try desk.run(end, at: noon)
        #expect(desk.rejection(order, at: noon) == nil)
    }

    @Test func `a prescription of another drug of the same group gives a warning`() throws {
        var desk = try Desk()
        func order(_ id: ID<Prescription>, _ name: String) throws -> PrescribeDrug {
            PrescribeDrug(
                id, of: try drug(name), for: Self.patient, by: Practice.doctor(1), SampleDrugs.order(),
                comparing: formulary)
        }
        try desk.run(try order(0x91, "ibuprofen"), at: noon)
        let warning = PrescriptionWarning(
            kind: .sameIngredient, substance: "nsaids", prescriptions: [0x91], match: .sameGroup)
        #expect(desk.rejection(try order(0x92, "diclofenac"), at: noon) == .warnings([warning]))
        #expect(desk.rejection(try order(0x92, "paracetamol"), at: noon) == nil)
    }
}
