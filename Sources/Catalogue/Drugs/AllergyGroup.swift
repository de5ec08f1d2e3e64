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
