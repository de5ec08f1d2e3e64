public import EventSourcing
import Identifiers
import JSON

/// The kind of a finding on a tooth.
public enum ToothFindingKind: String, CaseIterable, Hashable, Sendable {
    case caries, fracture, watch, filling, inlay, sealant, veneer, crown
    case rootCanal = "root_canal"
    /// The finding is that the tooth is missing.
    case absent = "missing"
    case implant
    case bridgeAbutment = "bridge_abutment"
    case bridgePontic = "bridge_pontic"
    case denture, extraction

    /// Whether a finding of this kind can be limited to some faces of the tooth.
    public var isOnSurfaces: Bool {
        switch self {
        case .caries, .fracture, .watch, .filling, .inlay, .sealant, .veneer: true
        case .crown, .rootCanal, .absent, .implant, .bridgeAbutment, .bridgePontic, .denture, .extraction: false
        }
    }

    /// Whether a finding of this kind is made of a material, such as a filling.
    public var hasMaterial: Bool {
        switch self {
        case .filling, .inlay, .sealant, .veneer, .crown, .bridgeAbutment, .bridgePontic, .implant, .denture: true
        case .caries, .fracture, .watch, .rootCanal, .absent, .extraction: false
        }
    }

    /// Whether a tooth that is missing can have a finding of this kind.
    public var replacesTooth: Bool {
        switch self {
        case .implant, .bridgePontic, .denture, .absent: true
        case .caries, .fracture, .watch, .filling, .inlay, .sealant, .veneer, .crown, .rootCanal, .bridgeAbutment,
            .extraction:
            false
        }
    }
}

/// The material of a filling, a crown or another restoration.
public enum ToothMaterial: String, CaseIterable, Hashable, Sendable {
    case amalgam, composite, ceramic, gold, metal
    case glassIonomer = "glass_ionomer"
    case temporary, other
}

/// Whether a finding on a tooth existed before the clinic saw it, is planned, or was done by the clinic.
public enum ToothFindingState: String, CaseIterable, Hashable, Sendable {
    case existing, planned, done
}

/// The recorded facts of a finding on a tooth.
public struct ToothFinding: Hashable, Sendable {
    public let tooth: ToothNumber
    /// The faces of the tooth that the finding is on; `nil` for the whole tooth.
    public let surfaces: [ToothSurface]?
    public let kind: ToothFindingKind
    public let material: ToothMaterial?
    public let note: Personal<String>?

    public init(
        tooth: ToothNumber, surfaces: [ToothSurface]? = nil, kind: ToothFindingKind, material: ToothMaterial? = nil,
        note: Personal<String>? = nil
    ) {
        self.tooth = tooth
        self.surfaces = surfaces
        self.kind = kind
        self.material = material
        self.note = note
    }

    /// Throws if a face or a material does not fit the kind of the finding, if the tooth does not have one of the
    /// faces, or if a face is named twice.
    func check() throws(CheckFailure) {
        if let surfaces {
            guard Set(surfaces).count == surfaces.count else { throw CheckFailure("repeated", "each face once") }
            guard kind.isOnSurfaces else { throw CheckFailure("no_surfaces", "this kind concerns the whole tooth") }
            guard surfaces.allSatisfy({ $0.exists(on: tooth) }) else {
                throw CheckFailure("unknown_surface", "faces that the tooth has")
            }
        }
        guard material == nil || kind.hasMaterial else {
            throw CheckFailure("no_material", "this kind has no material")
        }
    }

    func with(note: Personal<String>?) -> ToothFinding {
        ToothFinding(tooth: tooth, surfaces: surfaces, kind: kind, material: material, note: note)
    }
}

extension Codec where Value == ToothNumber {
    static var foundTooth: Codec {
        ToothNumber.codec.described("The tooth by its number of two digits (ISO 3950): 11 to 48, milk teeth 51 to 85.")
    }
}

extension Codec where Value == ToothFindingKind {
    static var findingKind: Codec {
        .stringEnum.described(
            """
            The kind of the finding. `watch` is a place to examine again. `extraction` is a tooth that is to be \
            extracted or was extracted.
            """
        )
    }
}

extension Codec where Value == ToothMaterial {
    static var toothMaterial: Codec { .stringEnum.described("The material of a restoration; absent: not known.") }
}

extension Codec where Value == ToothFindingState {
    static var findingState: Codec {
        .stringEnum.described(
            """
            `existing`: the finding existed before the clinic saw it. `planned`: the work is planned. `done`: the \
            clinic did the work.
            """
        )
    }
}

extension Codec where Value == Personal<String> {
    static var findingNote: Codec { .personal(.clinical, .prose(max: 1000)).described("A note; absent: none.") }
}
