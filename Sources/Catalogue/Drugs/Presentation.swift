import JSON

/// A form of a drug with a route, and the strengths in which it is sold.
public struct Presentation: Hashable, Sendable {
    public let form: MedicationForm
    public let route: AdministrationRoute
    /// The strengths in which the drug is sold in this form; empty for a gas, and if none is known.
    public let strengths: [Strength]

    public init(form: MedicationForm, route: AdministrationRoute, strengths: [Strength]) {
        self.form = form
        self.route = route
        self.strengths = strengths
    }

    static let codec = object(
        Presentation.init(form:route:strengths:),
        field("form", \.form, .stringEnum.described("The pharmaceutical form.")),
        field("route", \.route, .stringEnum.described("The route by which it is given.")),
        field(
            "strengths", \.strengths,
            .array(Strength.codec, 0...200).described("The usual strengths; empty for a gas, and if none is known."))
    ).described("A form of a drug with its strengths.").named("DrugPresentation")
}
