import Clinic
import Endpoints
import EventSourcing

extension Aggregate {
    private static let none = "[false,false,false,false,false,false]"
    private static let measured =
        #"{"tooth":16,"depths":[3,3,3,<digit>,3,3],"recessions":[0,0,0,0,0,0],"#
        + #""bleeding":\#(none),"plaque":\#(none),"suppuration":\#(none)}"#
    private static let mistake = #"{"reason":"Other tooth"}"#

    private static func record(_ finding: String) -> Move {
        Move("recordToothFinding", as: .doctor, "{\(finding)}", makes: "finding")
    }

    /// The dental charts and periodontal examinations of three patients.
    static let dentalChart = Aggregate(
        name: "dental chart",
        moves: [
            record(#""tooth":26,"kind":"caries","surfaces":["O"]"#),
            record(#""tooth":26,"kind":"filling","state":"planned""#), record(#""tooth":26,"kind":"missing""#),
            Move("markToothFindingDone", as: .doctor), Move("resolveToothFinding", as: .doctor),
            Move("enterToothFindingInError", as: .doctor, mistake),
            Move("recordPerioExamination", as: .doctor, #"{"patient_id":"<patient>","teeth":[\#(measured)]}"#),
            Move("enterPerioExaminationInError", as: .admin, mistake),
        ], documents: [AnyProjection(DentalCharts.self), AnyProjection(PerioExaminations.self)])
}
