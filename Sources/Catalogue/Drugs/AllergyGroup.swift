/// A group of substances that an allergy or another intolerance usually concerns as a whole.
public enum AllergyGroup: String, CaseIterable, Sendable {
    case aceInhibitors = "ace_inhibitors"
    case amideLocalAnaesthetics = "amide_local_anaesthetics"
    case aminoglycosides
    case aromaticAnticonvulsants = "aromatic_anticonvulsants"
    case azoleAntifungals = "azole_antifungals"
    case benzodiazepines, bisphosphonates, carbapenems, cephalosporins, chlorhexidine, corticosteroids
    case eggAndSoya = "egg_and_soya"
    case esterLocalAnaesthetics = "ester_local_anaesthetics"
    case glycopeptides, heparins, iodine
    /// The allergy group of products that contain natural rubber, such as gloves and some stoppers of cartridges. No
    /// drug's substance belongs to this group.
    case latex
    case lincosamides, macrolides, nitroimidazoles
    /// The allergy group of the non-steroidal anti-inflammatory drugs.
    case nsaids
    case opioids, penicillins
    case pyrazolones, quinolones, salicylates
    /// The allergy group of the sulfites, which preserve solutions that contain epinephrine.
    case sulfites
    case sulfonamides, tetracyclines
}

extension AllergyGroup {
    /// The allergy groups to which all substances of an ATC class belong, by the beginning of the class's code.
    private static let classes: [(code: String, group: AllergyGroup)] = [
        ("B01AB", .heparins), ("C03AA", .sulfonamides), ("C03BA", .sulfonamides), ("C03CA", .sulfonamides),
        ("C09AA", .aceInhibitors), ("C09BA", .aceInhibitors), ("C09BB", .aceInhibitors), ("D01AC", .azoleAntifungals),
        ("H02AB", .corticosteroids), ("J01AA", .tetracyclines), ("J01C", .penicillins), ("J01DB", .cephalosporins),
        ("J01DC", .cephalosporins), ("J01DD", .cephalosporins), ("J01DE", .cephalosporins), ("J01DH", .carbapenems),
        ("J01EC", .sulfonamides), ("J01EE", .sulfonamides), ("J01FA", .macrolides), ("J01FF", .lincosamides),
        ("J01G", .aminoglycosides), ("J01MA", .quinolones), ("J01XA", .glycopeptides), ("J01XD", .nitroimidazoles),
        ("J02AC", .azoleAntifungals), ("M01AA", .nsaids), ("M01AB", .nsaids), ("M01AC", .nsaids), ("M01AE", .nsaids),
        ("M01AG", .nsaids), ("M01AH", .nsaids), ("M05BA", .bisphosphonates), ("N01AH", .opioids),
        ("N01BA", .esterLocalAnaesthetics), ("N01BB", .amideLocalAnaesthetics), ("N02AA", .opioids),
        ("N02AB", .opioids), ("N02AE", .opioids), ("N02AJ", .opioids), ("N02AX", .opioids), ("N02BA", .salicylates),
        ("N02BA01", .nsaids), ("N02BB", .pyrazolones), ("N05BA", .benzodiazepines), ("N05CD", .benzodiazepines),
        ("P01AB", .nitroimidazoles),
    ]

    /// The allergy groups that follow from a drug's ATC codes.
    public static func groups(of codes: [String]) -> [AllergyGroup] {
        let found = classes.filter { entry in codes.contains { $0.hasPrefix(entry.code) } }.map(\.group)
        return allCases.filter(found.contains)
    }
}
