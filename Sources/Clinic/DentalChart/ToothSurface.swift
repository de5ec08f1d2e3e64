import JSON

/// A face of a tooth, with the letter that dentists use. Each tooth has five faces, and each face has one letter: a
/// front tooth has an incisal edge and a vestibular face, another tooth has an occlusal and a buccal face. The inner
/// face is palatal in the upper jaw and lingual in the lower jaw.
public enum ToothSurface: String, CaseIterable, Hashable, Sendable {
    case mesial = "M"
    case occlusal = "O"
    case incisal = "I"
    case distal = "D"
    case buccal = "B"
    case vestibular = "V"
    case lingual = "L"
    case palatal = "P"

    public func exists(on tooth: ToothNumber) -> Bool {
        switch self {
        case .mesial, .distal: true
        case .occlusal, .buccal: !tooth.isFront
        case .incisal, .vestibular: tooth.isFront
        case .lingual: !tooth.isUpper
        case .palatal: tooth.isUpper
        }
    }
}

extension ToothNumber {
    /// Whether the tooth is an incisor or a canine.
    public var isFront: Bool { number % 10 <= 3 }
    /// Whether the tooth is in the upper jaw: quadrants 1, 2, 5 and 6.
    public var isUpper: Bool { [1, 2, 5, 6].contains(number / 10) }
    /// Whether the tooth is a milk tooth.
    public var isDeciduous: Bool { number >= 51 }
}

extension Codec where Value == [ToothSurface] {
    /// A codec for one to five faces of a tooth.
    static var toothSurfaces: Codec { .array(Codec<ToothSurface>.stringEnum, 1...5) }

    static var describedSurfaces: Codec {
        toothSurfaces.described(
            """
            The faces of the tooth. All teeth: `M` mesial, `D` distal. Front teeth: `I` incisal, `V` vestibular. Other \
            teeth: `O` occlusal, `B` buccal. Upper teeth: `P` palatal. Lower teeth: `L` lingual. Absent: the whole \
            tooth.
            """)
    }
}
