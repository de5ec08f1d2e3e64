import Clinic
import Endpoints
import EventSourcing
import Identifiers

extension Aggregate {
    private static let content = #""phases":["Now"],"items":[{"service_id":"<service>","tooth":26,"surfaces":["O"]}]"#
    private static let choice = """
        "phases":["Now"],"items":[{"service_id":"<service>","alternative":1},{"service_id":"<service>","alternative":2}]
        """
    private static let propose = Move(
        "proposeTreatmentPlan", as: .doctor, #"{"patient_id":"<first_patient>",\#(content)}"#, makes: "item")
    private static let accept = Move("acceptTreatmentPlan", "{}")
    private static let item = #"{"treatment_plan_id":"<treatment_plan>","item_id":"<item>"}"#
    private static let bookItem = Move(
        "bookAppointment",
        #"{"patient_id":"<first_patient>","service_id":"<service>","start":"<start>","treatment_items":[\#(item)]}"#)
    private static let bill = Move(
        "issueInvoice", #"{"patient_id":"<first_patient>","lines":[{"quantity":1,"treatment_item":\#(item)}]}"#)
    private static let reason = #"{"reason":"Agreed"}"#

    /// Treatment plans of one patient, whose items are booked, done and billed.
    static let treatment = Aggregate(
        name: "treatment plan", prelude: [propose, accept],
        moves: [
            propose, Move("proposeTreatmentPlan", as: .doctor, #"{"patient_id":"<first_patient>",\#(choice)}"#),
            Move("reviseTreatmentPlan", as: .doctor, "{\(content)}", makes: "item"), accept,
            Move("acceptTreatmentPlan", #"{"choices":[{"phase":1,"alternative":2}]}"#),
            Move("acceptOwnTreatmentPlan", as: .patient, "{}"), Move("declineTreatmentPlan", reason),
            Move("declineOwnTreatmentPlan", as: .patient, "{}"), Move("cancelTreatmentPlan", as: .admin, reason),
            bookItem, bookItem, Move("cancelAppointment", reason),
            Move("startTreatment", as: .doctor, #"{"early":true}"#),
            Move("completeAppointment"), Move("undoAppointmentStep", as: .admin, reason),
            Move("markTreatmentItemDone", as: .doctor), Move("markTreatmentItemDone", as: .doctor),
            Move("markTreatmentItemNotDone", as: .doctor), bill, bill, bill, Move("voidInvoice", reason),
            Move("voidInvoice", reason),
        ],
        documents: [
            AnyProjection(TreatmentPlans.self), AnyProjection(Appointments.self), AnyProjection(Invoices.self),
        ],
        lives: [Life(TreatmentPlans.self, begins: ["treatment-plan-proposed"])], faults: { billedTwice($0.feed) })

    /// The fault of a feed in which two invoices charge one item of a treatment plan; empty if there is none.
    private static func billedTwice(_ feed: [Recorded<ClinicEvent>]) -> [String] {
        var invoices: [ID<Invoice>: [PlannedItem]] = [:]
        for recorded in feed {
            switch recorded.event {
            case .billing(.invoiceIssued(let issued)): invoices[issued.invoice] = issued.chargedItems
            case .billing(.invoiceVoided(let voided)): invoices[voided.invoice] = nil
            default: break
            }
        }
        let billed = invoices.values.flatMap { $0 }
        return Set(billed).count == billed.count ? [] : ["an item of a treatment plan is billed twice"]
    }
}
