extension ServerAPI {
    /// The description of each OpenAPI tag, which is the name of a group of operations.
    static let tags = [
        "Identity":
            "Signing in and out, sessions, passwords, PINs, second factors and devices of the caller's own account.",
        "Tablets": "Tablets that staff share and take over by PIN.",
        "Accounts": "Logins for the clinic's staff and patients.",
        "Patients": "Patients and their personal data.",
        "Clinic": "The clinic's profile, hours, closures and rules.",
        "Services": "The services that the clinic offers, with duration and price.",
        "Chairs": "The chairs in which patients are treated.",
        "Staff": "The clinic's staff, their roles, hours and time off.",
        "Guardians": "Patients who look after other patients.",
        "Confidentiality": "Restricted patient records, and emergency access to them.",
        "Availability": "Free times, holding one of them, blocked time and the waitlist.",
        "Appointments": "Booking, the steps of a visit, and lists of appointments.",
        "Recalls": "Patients who should come again some time after a visit.",
        "Recovery": "Check-ins that are expected of patients after a treatment, and those that were missed.",
        "Files": "Files of patients, such as X-ray images and letters.",
        "Treatment plans": "Services that are proposed to patients, then scheduled, done and billed.",
        "Dental charts": "Findings on patients' teeth, and periodontal examinations.",
        "Chart":
            """
        Allergies, conditions and medications of patients, vital signs, clinical notes with their templates, and a \
        patient's records of all kinds in one list.
        """,
        "Prescriptions": "Drugs that doctors prescribe for patients.",
        "Forms": "Medical history forms that patients fill in, and consents that they sign.",
        "Messages": "Threads of messages between patients and the clinic.",
        "Batches": "Several commands in one request, for clients that were offline.",
        "Notifications":
            "A person's notifications and preferences, and a clinic's reminders and texts.",
        "Billing": "Invoices, payments, refunds and balances.",
        "Vault": "A person's own entities, encrypted by the client, which the devices of an account synchronize.",
        "Pairing": "Programs and devices that a person pairs with their account by a code.",
        "Health":
            "Health samples: values that a person's phone has measured. They belong to the person, not to a clinic.",
        "Catalogue": "Generic drugs and clinical studies, the same for all clinics.",
        "Dashboard": "The clinic's figures, for admins.",
        "Webhooks": "URLs of other programs that are told of a clinic's events.",
        "Audit": "The audit trail, and proofs that the log has not been changed.",
        "Status": "The server's state, its certificates and this description.",
    ]
}
