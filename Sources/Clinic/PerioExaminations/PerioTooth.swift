import JSON

/// The measurements of one tooth in a periodontal examination. Each list has one value for each of six sites, in the
/// order: mesial, middle and distal of the outer side, then mesial, middle and distal of the inner side.
public struct PerioTooth: Hashable, Sendable {
    public let tooth: ToothNumber
    /// The depths of the pockets in millimetres, from the edge of the gum.
    public let depths: [Int]
    /// The distances from the neck of the tooth to the edge of the gum in millimetres; negative if the gum covers the
    /// neck of the tooth.
    public let recessions: [Int]
    public let bleeding: [Bool]
    public let plaque: [Bool]
    public let suppuration: [Bool]
    /// The degree of mobility, 0 to 3; `nil` if it was not measured.
    public let mobility: Int?
    /// The degree of furcation involvement, 0 to 3; `nil` if it was not measured.
    public let furcation: Int?

    public init(
        tooth: ToothNumber, depths: [Int], recessions: [Int], bleeding: [Bool], plaque: [Bool], suppuration: [Bool],
        mobility: Int? = nil, furcation: Int? = nil
    ) {
        self.tooth = tooth
        self.depths = depths
        self.recessions = recessions
        self.bleeding = bleeding
        self.plaque = plaque
        self.suppuration = suppuration
        self.mobility = mobility
        self.furcation = furcation
    }

    /// The number of sites of each tooth that a periodontal examination measures.
    static let sites = 6

    /// The clinical attachment level of each site: the depth of the pocket plus the recession.
    var attachmentLevels: [Int] { zip(depths, recessions).map { $0 + $1 } }

    static let codec = object(
        PerioTooth.init(tooth:depths:recessions:bleeding:plaque:suppuration:mobility:furcation:),
        field("tooth", \.tooth, .foundTooth),
        field(
            "depths", \.depths,
            .array(.int(0...15), sites...sites).described(
                """
                The depths of the pockets in millimetres at six sites: mesial, middle and distal of the outer side, then of the inner \
                side.
                """)),
        field(
            "recessions", \.recessions,
            .array(.int(-10...15), sites...sites).described(
                """
                The distances from the neck of the tooth to the edge of the gum, in millimetres; negative if the gum \
                covers the neck.
                """
            )),
        field("bleeding", \.bleeding, .array(.bool, sites...sites).described("Whether the site bled on probing.")),
        field("plaque", \.plaque, .array(.bool, sites...sites).described("Whether there was plaque at the site.")),
        field("suppuration", \.suppuration, .array(.bool, sites...sites).described("Whether the site had pus.")),
        optionalField(
            "mobility", \.mobility, .int(0...3).described("The degree of mobility; absent: not measured.")),
        optionalField(
            "furcation", \.furcation,
            .int(0...3).described("The degree of furcation involvement; absent: not measured."))
    ).described("The measurements of a tooth, at six sites.").named("PerioTooth")
}

/// The figures that are computed from a periodontal examination.
public struct PerioFigures: Hashable, Sendable {
    public let sites: Int
    public let bleedingPercent: Int
    public let plaquePercent: Int
    public let deepSites: Int
    public let deepestPocket: Int
    public let highestAttachmentLevel: Int

    /// The depth of a pocket, in millimetres, from which a site is counted as deep.
    static let deep = 4

    private init(
        sites: Int, bleedingPercent: Int, plaquePercent: Int, deepSites: Int, deepestPocket: Int,
        highestAttachmentLevel: Int
    ) {
        self.sites = sites
        self.bleedingPercent = bleedingPercent
        self.plaquePercent = plaquePercent
        self.deepSites = deepSites
        self.deepestPocket = deepestPocket
        self.highestAttachmentLevel = highestAttachmentLevel
    }

    public init(of teeth: [PerioTooth]) {
        let sites = teeth.count * PerioTooth.sites
        func percent(_ marks: KeyPath<PerioTooth, [Bool]>) -> Int {
            let count = teeth.reduce(0) { sum, tooth in sum + tooth[keyPath: marks].count { $0 } }
            return sites == 0 ? 0 : (count * 100 + sites / 2) / sites
        }
        self.init(
            sites: sites, bleedingPercent: percent(\.bleeding), plaquePercent: percent(\.plaque),
            deepSites: teeth.reduce(0) { sum, tooth in sum + tooth.depths.count { $0 >= Self.deep } },
            deepestPocket: teeth.flatMap(\.depths).max() ?? 0,
            highestAttachmentLevel: teeth.flatMap(\.attachmentLevels).max() ?? 0)
    }

    static let codec = object(
        PerioFigures.init(sites:bleedingPercent:plaquePercent:deepSites:deepestPocket:highestAttachmentLevel:),
        field("sites", \.sites, .int(0...500).described("The number of measured sites: six for each tooth.")),
        field(
            "bleeding_percent", \.bleedingPercent,
            .int(0...100).described("The measured sites that bled on probing, in percent, rounded half up.")),
        field(
            "plaque_percent", \.plaquePercent,
            .int(0...100).described("The measured sites with plaque, in percent, rounded half up.")),
        field(
            "deep_sites", \.deepSites,
            .int(0...500).described("The number of measured sites whose pocket is 4 mm deep or deeper.")),
        field("deepest_pocket", \.deepestPocket, .int(0...15).described("The greatest depth of a pocket, in mm.")),
        field(
            "highest_attachment_level", \.highestAttachmentLevel,
            .int(-10...30).described(
                "The greatest clinical attachment level of a site in mm: the depth of its pocket plus its recession."))
    ).described("The figures that are computed from a periodontal examination.").named("PerioFigures")
}

extension Codec where Value == [PerioTooth] {
    /// A codec for the measurements of at most 52 teeth: 32 permanent teeth and 20 milk teeth.
    static var perioTeeth: Codec {
        .array(PerioTooth.codec, 1...52).described("The measured teeth. Each tooth is listed once.")
    }
}
