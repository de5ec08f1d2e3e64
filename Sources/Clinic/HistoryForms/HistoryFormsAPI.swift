public import Endpoints

/// The endpoints for medical history forms.
public enum HistoryFormsAPI {
    public static let tag = "Forms"

    public static let endpoints: [Endpoint<ClinicAction>] = [
        getTemplate,
        setTemplate,
        listForms,
        getForm,
        fillOnTablet,
        fileOnPaper,
        getStatus,
        fillOwn,
        listOwnForms,
        getOwnForm,
        getOwnStatus,
    ]
}
