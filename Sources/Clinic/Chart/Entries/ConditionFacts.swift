public import EventSourcing
public import JSON

/// The course of a condition that is not over, with the values of FHIR's Condition.clinicalStatus. FHIR's value
/// `resolved` is missing here, because an entry of the chart has the status `resolved` instead.
public enum ClinicalStatus: String, CaseIterable, Hashable, Sendable {
    case active, recurrence, relapse, inactive, remission
}

/// The known facts about a condition of a patient, such as diabetes.
public struct ConditionFacts: Hashable, Sendable {
    public let name: Personal<String>
    /// The condition's code of the ICD-10; `nil` if none is known.
    public let icdCode: Personal<String>?
    public let clinicalStatus: ClinicalStatus
    /// Whether staff see the condition as an alert.
    public let isAlert: Bool
    public let note: Personal<String>?

    public init(
        name: Personal<String>, icdCode: Personal<String>? = nil, clinicalStatus: ClinicalStatus = .active,
        isAlert: Bool = false, note: Personal<String>? = nil
    ) {
        self.name = name
        self.icdCode = icdCode
        self.clinicalStatus = clinicalStatus
        self.isAlert = isAlert
        self.note = note
    }

    public static let codec = object(
        ConditionFacts.init(name:icdCode:clinicalStatus:isAlert:note:),
        field("name", \.name, .conditionName),
        optionalField("icd_code", \.icdCode, .icdCode),
        field("clinical_status", \.clinicalStatus, .clinicalStatus, default: .active),
        field("is_alert", \.isAlert, .isAlert, default: false),
        optionalField("note", \.note, .conditionNote)
    ).described("The facts about a condition.").named("ConditionFacts")
}

extension ConditionFacts: ChartFacts {
    public var erased: ConditionFacts {
        ConditionFacts(name: .erased, clinicalStatus: clinicalStatus, isAlert: isAlert)
    }
    public var alert: Personal<String>? { isAlert ? name : nil }
}

extension Codec where Value == Personal<String> {
    static var conditionName: Codec {
        .personal(.clinical, .name(max: 200), placeholder: erasedText).described("The condition, in words.")
    }
    static var icdCode: Codec {
        .personal(
            .clinical,
            .string(
                min: 3, max: 8, pattern: "^[A-Z][0-9][0-9A-Z](\\.[0-9A-Z]{1,4})?$",
                detail: "must be a code of the ICD-10 such as E11.9", check: isICDCode)
        ).described("The condition's code of the ICD-10, such as `E11.9`.")
    }
    static var conditionNote: Codec {
        .personal(.clinical, .prose(max: 1000)).described("A note on the condition.")
    }

    @Sendable private static func isICDCode(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) }
        guard bytes.count == 3 || (5...8).contains(bytes.count) && bytes[3] == UInt8(ascii: ".") else { return false }
        return isLetter(bytes[0]) && isDigit(bytes[1])
            && (bytes[2...2] + bytes.dropFirst(4)).allSatisfy { isDigit($0) || isLetter($0) }
    }
}

extension Codec where Value == ClinicalStatus {
    static var clinicalStatus: Codec {
        .stringEnum.described("The course of the condition. If the condition is over, resolve the entry instead.")
    }
}

extension Codec where Value == Bool {
    static var isAlert: Codec { .bool.described("Whether staff see the condition as an alert.") }
}
