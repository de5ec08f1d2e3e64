import Clinic
import Endpoints
import EventSourcing

extension Aggregate {
    private static let questions =
        #"{"questions":[{"key":"diabetes","text":"Do you have diabetes?","kind":"yes_no","required":true}]}"#
    private static let draft = """
        {"template":<template_number>,"answers":[{"key":"diabetes","answer":{"yes_no":<bool>}}],\
        "signed_name":"<word>"}
        """

    /// Medical history forms, whose template also changes.
    static let historyForms = Aggregate(
        name: "medical history forms", prelude: [Move("setHistoryTemplate", as: .admin, questions)],
        moves: [
            Move("setHistoryTemplate", as: .admin, questions), Move("fillOwnHistoryForm", as: .patient, draft),
            Move("fillHistoryForm", draft), Move("fileHistoryForm", #"{"filled_on":"<today>"}"#),
        ],
        documents: [AnyProjection(HistoryForms.self), AnyProjection(HistoryTemplates.self)],
        lives: [
            Life(HistoryForms.self, begins: ["history-form-filled"], ends: ["history-form-filled"])
        ])
}
