import EventSourcing
import Identifiers
import JSON

/// A periodontal examination, and the patient's last examination before it.
struct PerioComparison: Sendable {
    let examination: PerioDocument
    let previous: PerioDocument?

    private static let stored = object(
        PerioComparison.init(examination:previous:), field("examination", \.examination, PerioDocument.codec),
        optionalField("previous", \.previous, PerioDocument.codec))

    static let answer = AnswerForm(of: stored, as: codec) { $0 }

    /// The change of the pocket's depth in millimetres, for each site that both examinations measured.
    private var changes: [Int] {
        let before = Dictionary((previous?.teeth ?? []).map { ($0.tooth, $0) }) { first, _ in first }
        return examination.teeth.flatMap { tooth in
            before[tooth.tooth].map { old in zip(tooth.depths, old.depths).map { $0 - $1 } } ?? []
        }
    }

    private var compared: Int { changes.count }
    private var deeper: Int { changes.count { $0 >= 2 } }
    private var shallower: Int { changes.count { $0 <= -2 } }

    static let codec = object(
        PerioComparison.made(examination:previous:compared:deeper:shallower:),
        field("examination", \.examination, PerioDocument.codec.described("The examination.")),
        optionalField(
            "previous", \.previous,
            PerioDocument.codec.described(
                "The patient's last earlier examination that was not entered in error; absent: none.")),
        field(
            "compared_sites", \.compared,
            .int(0...500).described("The number of sites that both examinations measured.")),
        field(
            "deeper_sites", \.deeper,
            .int(0...500).described("The number of compared sites whose pocket is deeper by 2 mm or more.")),
        field(
            "shallower_sites", \.shallower,
            .int(0...500).described("The number of compared sites whose pocket is shallower by 2 mm or more."))
    ).described("A periodontal examination, compared with the patient's last examination before it.").named(
        "PerioComparison")

    private static func made(
        examination: PerioDocument, previous: PerioDocument?, compared _: Int, deeper _: Int, shallower _: Int
    ) -> PerioComparison {
        PerioComparison(examination: examination, previous: previous)
    }
}
