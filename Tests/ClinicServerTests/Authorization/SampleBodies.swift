/// A valid body for each schema. Names in braces are placeholders for ids of entities and for other values of a
/// request.
enum SampleBodies {
    static subscript(_ schema: String) -> String? {
        clinic[schema] ?? visits[schema] ?? identity[schema]
    }

    /// The sample body of a push of one entity to the vault.
    static func push(of entity: String) -> String {
        let blob = String(repeating: "AAAA", count: 10)
        return """
            {"blobs":[{"entity_id":"\(entity)","entity_type":"medication","encrypted_blob":"\(blob)",\
            "client_version":1,"is_deleted":false}]}
            """
    }

    /// The draft of a prescription of ibuprofen.
    ///
    /// - Parameter instructions: the text for the patient.
    static func prescription(_ instructions: String) -> String {
        """
        {"drug_id":"\(ibuprofen)","form":"tablet","route":"oral","dose":{"value":400,"unit":"mg"},\
        "frequency":{"times":3},"duration_days":5,"quantity":{"value":15,"unit":"tablets"},"refills":2,\
        "instructions":"\(instructions)"}
        """
    }

    /// The id of ibuprofen in the built-in catalogue.
    private static let ibuprofen = "a87133dd-e53e-5213-8e27-a0eb15f1d3f8"
    private static let prescription = prescription(mark)

    private static let mark = FurnishedClinic.mark("spree")

    private static let identity: [String: String] = [
        "Login": #"{"email":"nobody@nowhere.example","password":"none of them"}"#,
        "Registration": #"{"email":"{new_token}@nowhere.example","password":"drei Elche im Regen","name":"N"}"#,
        "EmailAddress": #"{"email":"{new_token}@nowhere.example"}"#,
        "OneTimeToken": #"{"token":"{new_token}"}"#,
        "NewPassword": #"{"token":"{new_token}","password":"drei Elche im Regen"}"#,
        "PasswordProof": #"{"password":"none of them"}"#,
        "PasswordChange": #"{"current_password":"none of them","new_password":"drei Elche im Regen"}"#,
        "SecondFactorCode": #"{"code":"000000"}"#,
        // The sample report says that the device is clean, since later requests of a compromised device would be
        // refused.
        "DeviceReport": #"{"compromised":false,"signals":["{new_code}"]}"#,
        "TabletName": #"{"name":"\#(mark)"}"#,
        "TabletTurn": #"{"account_id":"{new_token}","pin":"270459"}"#,
        "ProfileChange": #"{"name":"Somebody"}"#,
        "MembershipSwitch": #"{"clinic_id":"{new_token}"}"#,
        "PIN": #"{"pin":"270459"}"#,
        "NewPIN": #"{"pin":"270459"}"#,
        "UnlockByPassword": #"{"password":"none of them"}"#,
        "UnlockBySignature": #"{"challenge":"{new_token}","signature":"{new_token}"}"#,
        "Refresh": #"{"refresh_token":"none of ours"}"#,
        "PINChange": #"{"current_pin":"270459","new_pin":"385716"}"#,
        "DeviceRegistration": #"{"platform":"ios","push_token":"{new_token}","environment":"sandbox"}"#,
        "ThreadDraft": #"{"patient_id":"{patient_id}","subject":"\#(mark)","text":"\#(mark)"}"#,
        "DocumentPath": #"{"path":"/api/v1/nowhere"}"#,
        "OwnThreadDraft": #"{"subject":"\#(mark)","text":"\#(mark)"}"#,
        "MessageDraft": #"{"text":"\#(mark)","files":[]}"#,
        "MessagesRead": #"{"up_to":1}"#,
        "ThreadAssignment": "{}",
        "CommandBatch": #"{"commands":[{"method":"POST","path":"/api/v1/nowhere","idempotency_key":"{new_token}"}]}"#,
        "FileRemoval": #"{"reason":"\#(mark)"}"#,
        "SyncPush": push(of: "{new_token}"),
        "PairRequest": #"{"code":"0000000000000000","clientName":"\#(mark)"}"#,
        "HealthDataRequest": """
        {"startDate":"2026-11-23T09:00:00Z","endDate":"2026-11-23T10:00:00Z","types":["heartRate"]}
        """,
        "SentSamples": """
        {"samples":[{"id":"{new_token}","type":"heartRate","value":61,"unit":"count/min",\
        "startDate":"2026-11-23T09:00:00Z","endDate":"2026-11-23T09:00:00Z","sourceName":"Watch"}]}
        """,
        "KioskCheckIn": #"{"birth_date":"1900-01-01","phone_digits":"0000"}"#,
        "HealthSettings": #"{"enabled_types":["heartRate"]}"#,
        "KeyEnvelopeBody": #"{"envelope":"AAECAwQFBgc="}"#,
        "AccountGrant": #"{"email":"{new_token}@spree.example","password":"correct horse battery"}"#,
    ]

    /// The sample body with the measurements of a tooth in a periodontal examination.
    static let perioTooth = """
        {"tooth":16,"depths":[3,2,3,3,2,3],"recessions":[0,0,0,0,0,0],"bleeding":[true,false,false,false,false,false],\
        "plaque":[false,false,false,false,false,false],"suppuration":[false,false,false,false,false,false]}
        """

    private static let clinic: [String: String] = [
        "ClinicProfile": #"{"name":"\#(mark)"}"#,
        "SetOpeningHours": #"{"opening_hours":[{"weekday":1,"opens":"08:00","closes":"18:00"}]}"#,
        "AddClosure": #"{"first_day":"{last_day}","last_day":"{last_day}","reason":"\#(mark)"}"#,
        "AddSpecialHours": """
        {"first_day":"{last_day}","last_day":"{last_day}","effect":"extra",\
        "shifts":[{"start":"19:00","end":"20:00"}],"reason":"\(mark)"}
        """,
        "AddStaffHours": #"{"first_day":"{last_day}","last_day":"{last_day}","effect":"closed"}"#,
        "BlockDraft": """
        {"kind":"meeting","title":"\(mark)","start":"{last_day}","end":"{last_day}","doctor_ids":["{doctor_id}"],\
        "chair_ids":["{chair_id}"],"over_appointments":true}
        """,
        "SchedulingRules": """
        {"atom_minutes":5,"offer_minutes":15,"minimum_notice_minutes":120,"horizon_days":90,"hold_minutes":5,\
        "cancellation_notice_hours":48,"no_show_after_minutes":15}
        """,
        "BillingTerms": #"{"tax_percent":0,"payment_term_days":14}"#,
        // The sample body keeps the clinic's public booking closed.
        "PublicBooking": #"{"enabled":false,"shows_doctors":false}"#,
        "PublicRequest": """
        {"given_name":"Pia","family_name":"Neu","birth_date":"1990-01-01","phone":"+49 30 5550100",\
        "email":"{new_token}@nowhere.example","service_id":"{service_id}","start":"{start}"}
        """,
        "WebhookDraft": #"{"url":"https://hooks.clinic.invalid/\#(mark)","event_types":["invoice.issued"]}"#,
        "WebhookResumption": #"{"skip_missed":false}"#,
        "PublicConfirmation": #"{"code":"00000000"}"#,
        "NotificationSettings": #"{"reminder_minutes":[1440,120],"language":"en","texts":[]}"#,
        "NotificationPreferences": #"{"push":["appointment.reminder"],"mail":[]}"#,
        "NotificationsRead": #"{"up_to":"{up_to}"}"#,
        "WaitLimits": #"{"arrived_minutes":15,"seated_minutes":10,"ready_for_checkout_minutes":10}"#,
        // The sample `MobileAccess` opens the default areas of the mobile app, since later requests of the
        // authorization matrix need them open.
        "MobileAccess": """
        {"patient":["appointments","booking","records","billing","chat"],\
        "doctor":["appointments","schedule","patients","records","chat"],\
        "receptionist":["appointments","schedule","patients","finance","chat"],\
        "admin":["appointments","schedule","patients","records","finance","statistics","chat"]}
        """,
        "ServiceDetails": """
        {"code":"{new_code}","name":"\(mark) {new_code}","duration_minutes":15,"price":{"amount":1,"currency":"EUR"},\
        "doctors":["{doctor_id}"]}
        """,
        "ChairEquipment": #"{"equipment":["\#(mark)"]}"#,
        "ChairDetails": #"{"name":"{new_code}"}"#,
        "StaffDetails": #"{"name":"\#(mark)","role":"receptionist"}"#,
        "AddTimeOff": #"{"start":"{last_day}","end":"{last_day}"}"#,
        "PatientDetails": """
        {"given_name":"Erstespree","family_name":"\(mark)","birth_date":"1980-01-30","allow_duplicate":true}
        """,
        "PatientContact": #"{"phone":"+49 30 5550000"}"#,
        "Erasure": #"{"reason":"requested"}"#,
        "PatientMerge": #"{"patient_id":"{guardian_id}","reason":"\#(mark)"}"#,
        "PatientUnmerge": #"{"reason":"\#(mark)"}"#,
        // The sample `PatientRestriction` leaves the record unrestricted, since later requests of the authorization
        // matrix read the record in every role of the staff.
        "PatientRestriction": #"{"restricted":false}"#,
        "Emergency": #"{"reason":"\#(mark) \#(mark)"}"#,
    ]

    private static let visits: [String: String] = [
        "HoldDraft": """
        {"patient_id":"{patient_id}","service_id":"{service_id}","doctor_id":"{doctor_id}","start":"{start}"}
        """,
        "Booking": """
        {"patient_id":"{patient_id}","service_id":"{service_id}","doctor_id":"{doctor_id}","start":"{start}",\
        "chair_id":"{chair_id}"}
        """,
        "WaitlistDraft":
            #"{"patient_id":"{patient_id}","service_id":"{service_id}","first_day":"{last_day}","last_day":"{last_day}"}"#,
        "WaitlistTime": #"{"start":"{start}","doctor_id":"{doctor_id}"}"#,
        "AllergyFacts": #"{"substance":"\#(mark)","criticality":"high"}"#,
        "ConditionFacts": #"{"name":"\#(mark)","is_alert":true}"#,
        "MedicationFacts": #"{"name":"\#(mark)","dose":"\#(mark)"}"#,
        "VitalsDraft": #"{"measurements":[{"type":"heart_rate","value":72,"unit":"/min"}]}"#,
        "ClinicalNoteDraft": #"{"title":"\#(mark)","text":"\#(mark)"}"#,
        "ClinicalNoteContent": #"{"title":"\#(mark)","text":"\#(mark)"}"#,
        "ClinicalNoteSharing": #"{"shared_with_patient":true}"#,
        "NoteTemplateDetails": #"{"name":"\#(mark)","text":"\#(mark)"}"#,
        // The sample `CheckInTerms` has no text with a clinic's mark, since persons without a clinic send the sample
        // too, and no answer to them may contain such a mark.
        "CheckInTerms": #"{"contact":{"name":"Mia","phone":"+49 30 5550000","email":"mia@mail.example"}}"#,
        "CheckInIntervals": #"{"reminder_interval":3600}"#,
        "CheckInDraft": #"{"source":"manual"}"#,
        "RecallInterval": #"{"months":6,"days":1}"#,
        "Reminder": #"{"channel":"phone"}"#,
        "RecallPause": #"{"until":"{last_day}"}"#,
        "SeriesDraft": """
        {"patient_id":"{patient_id}","service_id":"{service_id}","doctor_id":"{doctor_id}","start":"{last_day}T09:00",\
        "rule":{"every":1,"unit":"weeks","count":2},"skip_refused":true}
        """,
        "SeriesMove": #"{"time":"10:00"}"#,
        "SeriesCancellation": #"{"reason":"\#(mark)"}"#,
        "Rescheduling": #"{"start":"{start}","doctor_id":"{doctor_id}","chair_id":"{chair_id}"}"#,
        "Reassignment": #"{"chair_id":"{chair_id}"}"#,
        "Seating": #"{"allow_second_visit":true}"#,
        "TreatmentStart": #"{"early":true,"allow_second_visit":true}"#,
        "Cancellation": #"{"reason":"\#(mark)"}"#,
        "Arrival": #"{"early":true}"#,
        "LinkedMove": #"{"start":"{start}"}"#,
        "HistoryTemplateDraft": #"{"questions":[{"key":"diabetes","text":"\#(mark)","kind":"yes_no"}]}"#,
        "HistoryFormDraft": #"{"template":1,"answers":[],"signed_name":"\#(mark)"}"#,
        "PaperHistoryForm": "{}",
        "ConsentWording": #"{"title":"\#(mark)","text":"{new_code}"}"#,
        "ConsentDraft": #"{"template_id":"{template_id}"}"#,
        "ConsentSigning": #"{"signed_name":"\#(mark)"}"#,
        "ConsentWithdrawal": #"{"reason":"\#(mark)"}"#,
        "PrescriptionDraft": prescription,
        "DispensingDraft": #"{"number":1}"#,
        "PrescriptionEnding": #"{"reason":"\#(mark)"}"#,
        "QuickNote": #"{"note":"\#(mark)"}"#,
        "Reason": #"{"reason":"\#(mark)"}"#,
        "InvoiceDraft": """
        {"patient_id":"{patient_id}","appointment_id":"{appointment_id}",\
        "another":true,"lines":[{"service_id":"{service_id}","quantity":1}]}
        """,
        "InvoiceVoiding": #"{"reason":"\#(mark)"}"#,
        "PaymentDraft": #"{"amount":{"amount":100,"currency":"EUR"},"method":"cash","accept_credit":true}"#,
        "PatientPaymentDraft":
            #"{"patient_id":"{patient_id}","amount":{"amount":100,"currency":"EUR"},"method":"cash","accept_credit":true}"#,
        "CreditNoteDraft": #"{"amount":{"amount":1,"currency":"EUR"},"reason":"\#(mark)"}"#,
        "Instalments": #"{"instalments":[{"due_on":"{last_day}","amount":{"amount":1,"currency":"EUR"}}]}"#,
        "DraftIssuing": #"{"another":true}"#,
        "FamilyMembers": #"{"members":[]}"#,
        "DayClose": #"{"date":"{date}","counted":[]}"#,
        "AccountingReason": #"{"reason":"\#(mark)"}"#,
        "InsurancePayerDetails": #"{"name":"\#(mark)"}"#,
        "CoverageDraft": """
        {"patient_id":"{patient_id}","payer_id":"{payer_id}","member_number":"\(mark)",\
        "terms":{"valid_from":"2020-01-01","percent":50}}
        """,
        "CoverageDetails": """
        {"payer_id":"{payer_id}","member_number":"\(mark)","terms":{"valid_from":"2020-01-01","percent":50}}
        """,
        "InsuranceClaimDraft": """
        {"invoice_id":"{invoice_id}","coverage_id":"{coverage_id}","amount":{"amount":1,"currency":"EUR"}}
        """,
        "ClaimAnswer": #"{"accepted":{"amount":1,"currency":"EUR"},"reason":"\#(mark)"}"#,
        "ClaimPaymentDraft": #"{"amount":{"amount":1,"currency":"EUR"}}"#,
        "TreatmentPlanProposal": """
        {"patient_id":"{patient_id}","title":"\(mark)","phases":["\(mark)"],\
        "items":[{"service_id":"{service_id}","note":"\(mark)"}]}
        """,
        "TreatmentPlanContent": #"{"phases":["\#(mark)"],"items":[{"service_id":"{service_id}"}]}"#,
        "TreatmentPlanAcceptance": "{}",
        "TreatmentPlanRefusal": #"{"reason":"\#(mark)"}"#,
        "TreatmentPlanCancellation": #"{"reason":"\#(mark)"}"#,
        "ToothFindingDraft": #"{"tooth":36,"kind":"caries","note":"\#(mark)"}"#,
        "ToothFindingError": #"{"reason":"\#(mark)"}"#,
        "PerioExaminationDraft": #"{"patient_id":"{patient_id}","teeth":[\#(perioTooth)],"note":"\#(mark)"}"#,
        "PaymentRelease": #"{"invoice_id":"{invoice_id}","reason":"\#(mark)"}"#,
        "RefundDraft": #"{"amount":{"amount":1,"currency":"EUR"},"method":"cash","reason":"\#(mark)"}"#,
    ]
}
