extension Migration {
    /// All migrations, in order. Each file of `migrations/` is listed once. The compiler's constant for a file has the
    /// file's name, with `_` instead of the first digit.
    public static let all: [Migration] = [
        Migration(1, "event_log", of: .eventStore, script: PackageResources._001_event_log_sql),
        Migration(2, "server_role", of: .eventStore, script: PackageResources._002_server_role_sql),
        Migration(10, "clinic_settings", of: .clinic, script: PackageResources._010_clinic_settings_sql),
        Migration(11, "patients", of: .clinic, script: PackageResources._011_patients_sql),
        Migration(20, "appointments", of: .clinic, script: PackageResources._020_appointments_sql),
        Migration(21, "held_time", of: .clinic, script: PackageResources._021_held_time_sql),
        Migration(22, "slot_hold", of: .clinic, script: PackageResources._022_slot_hold_sql),
        Migration(30, "billing", of: .clinic, script: PackageResources._030_billing_sql),
        Migration(40, "identity", of: .identity, script: PackageResources._040_identity_sql),
        Migration(50, "wall_on_appointments", of: .clinic, script: PackageResources._050_wall_on_appointments_sql),
        Migration(51, "compact_tags", of: .eventStore, script: PackageResources._051_compact_tags_sql),
        Migration(52, "feed_marks", of: .eventStore, script: PackageResources._052_feed_marks_sql),
        Migration(60, "card_version", of: .clinic, script: PackageResources._060_card_version_sql),
        Migration(70, "clinic_wall", of: .server, script: PackageResources._070_clinic_wall_sql),
        Migration(71, "guardians", of: .clinic, script: PackageResources._071_guardians_sql),
        Migration(72, "feed_moves_in_turn", of: .eventStore, script: PackageResources._072_feed_moves_in_turn_sql),
        Migration(73, "staff_who_leave", of: .identity, script: PackageResources._073_staff_who_leave_sql),
        Migration(80, "event_chain", of: .eventChain, script: PackageResources._080_event_chain_sql),
        Migration(90, "attempts", of: .identity, script: PackageResources._090_attempts_sql),
        Migration(92, "one_time_tokens", of: .identity, script: PackageResources._092_one_time_tokens_sql),
        Migration(93, "second_factor", of: .identity, script: PackageResources._093_second_factor_sql),
        Migration(94, "bound_sessions", of: .identity, script: PackageResources._094_bound_sessions_sql),
        Migration(95, "person_keys", of: .eventStore, script: PackageResources._095_person_keys_sql),
        Migration(96, "forgotten_accounts", of: .identity, script: PackageResources._096_forgotten_accounts_sql),
        Migration(97, "patient_access", of: .server, script: PackageResources._097_patient_access_sql),
        Migration(98, "emergency_access", of: .clinic, script: PackageResources._098_emergency_access_sql),
        Migration(99, "restricted_cards", of: .clinic, script: PackageResources._099_restricted_cards_sql),
        Migration(100, "owners_of_accounts", of: .identity, script: PackageResources._100_owners_of_accounts_sql),
        Migration(
            101, "rebuilt_beside_the_work", of: .projections, script: PackageResources._101_rebuilt_beside_the_work_sql),
        Migration(105, "patient_years", of: .clinic, script: PackageResources._105_patient_years_sql),
        Migration(106, "behind", of: .projections, script: PackageResources._106_behind_sql),
        Migration(107, "clinic_figures", of: .clinic, script: PackageResources._107_clinic_figures_sql),
        Migration(
            108, "figures_say_what_they_lack", of: .clinic, script: PackageResources._108_figures_say_what_they_lack_sql
        ),
        Migration(109, "security_log", of: .server, script: PackageResources._109_security_log_sql),
        Migration(
            110, "events_have_their_keys", of: .eventStore, script: PackageResources._110_events_have_their_keys_sql),
        Migration(111, "answers_end", of: .eventStore, script: PackageResources._111_answers_end_sql),
        Migration(130, "erasures_outside", of: .server, script: PackageResources._130_erasures_outside_sql),
        Migration(131, "destroyed_keys", of: .server, script: PackageResources._131_destroyed_keys_sql),
        Migration(160, "staff_roles", of: .identity, script: PackageResources._160_staff_roles_sql),
        Migration(161, "closed_clinics", of: .identity, script: PackageResources._161_closed_clinics_sql),
        Migration(162, "handed_tokens", of: .identity, script: PackageResources._162_handed_tokens_sql),
        Migration(163, "persons", of: .identity, script: PackageResources._163_persons_sql),
        Migration(164, "platforms", of: .identity, script: PackageResources._164_platforms_sql),
        Migration(165, "notices", of: .identity, script: PackageResources._165_notices_sql),
        Migration(170, "why_sessions_end", of: .identity, script: PackageResources._170_why_sessions_end_sql),
        Migration(171, "what_a_session_is_for", of: .identity, script: PackageResources._171_what_a_session_is_for_sql),
        Migration(180, "invoices_by_year", of: .clinic, script: PackageResources._180_invoices_by_year_sql),
        Migration(181, "old_invoices_by_year", of: .clinic, script: PackageResources._181_old_invoices_by_year_sql),
        Migration(182, "server_heartbeat", of: .server, script: PackageResources._182_server_heartbeat_sql),
        Migration(190, "credential_records", of: .identity, script: PackageResources._190_credential_records_sql),
        Migration(
            191, "first_credential_records", of: .identity, script: PackageResources._191_first_credential_records_sql),
        Migration(192, "record_chain", of: .server, script: PackageResources._192_record_chain_sql),
        Migration(220, "allowed_overlaps", of: .clinic, script: PackageResources._220_allowed_overlaps_sql),
        Migration(
            221, "overlapping_appointments", of: .clinic, script: PackageResources._221_overlapping_appointments_sql),
        Migration(230, "time_block", of: .clinic, script: PackageResources._230_time_block_sql),
        Migration(231, "waitlist", of: .clinic, script: PackageResources._231_waitlist_sql),
        Migration(232, "recall", of: .clinic, script: PackageResources._232_recall_sql),
        Migration(233, "series", of: .clinic, script: PackageResources._233_series_sql),
        Migration(240, "credit_notes", of: .clinic, script: PackageResources._240_credit_notes_sql),
        Migration(241, "drawer_days", of: .clinic, script: PackageResources._241_drawer_days_sql),
        Migration(242, "ledger", of: .clinic, script: PackageResources._242_ledger_sql),
        Migration(243, "family_accounts", of: .clinic, script: PackageResources._243_family_accounts_sql),
        Migration(244, "invoice_drafts", of: .clinic, script: PackageResources._244_invoice_drafts_sql),
        Migration(245, "ledger_lines", of: .clinic, script: PackageResources._245_ledger_lines_sql),
        Migration(246, "ledger_rounding", of: .clinic, script: PackageResources._246_ledger_rounding_sql),
        Migration(247, "ledger_rounding_lines", of: .clinic, script: PackageResources._247_ledger_rounding_lines_sql),
        Migration(250, "name_spellings", of: .clinic, script: PackageResources._250_name_spellings_sql),
        Migration(251, "old_name_spellings", of: .clinic, script: PackageResources._251_old_name_spellings_sql),
        Migration(253, "open_invoices", of: .clinic, script: PackageResources._253_open_invoices_sql),
        Migration(260, "chair_buffers", of: .clinic, script: PackageResources._260_chair_buffers_sql),
        Migration(
            261, "buffered_appointments", of: .clinic, script: PackageResources._261_buffered_appointments_sql),
        Migration(262, "visit_segments", of: .clinic, script: PackageResources._262_visit_segments_sql),
        Migration(
            263, "appointments_with_segments", of: .clinic,
            script: PackageResources._263_appointments_with_segments_sql),
        Migration(266, "booking_requests", of: .identity, script: PackageResources._266_booking_requests_sql),
        Migration(270, "insurance", of: .clinic, script: PackageResources._270_insurance_sql),
        Migration(275, "merged_patients", of: .clinic, script: PackageResources._275_merged_patients_sql),
        Migration(276, "merged_records", of: .clinic, script: PackageResources._276_merged_records_sql),
        Migration(280, "files", of: .clinic, script: PackageResources._280_files_sql),
        Migration(281, "clinic_logo", of: .server, script: PackageResources._281_clinic_logo_sql),
        Migration(290, "vault", of: .server, script: PackageResources._290_vault_sql),
        Migration(292, "recovery", of: .clinic, script: PackageResources._292_recovery_sql),
        Migration(300, "group_visits", of: .clinic, script: PackageResources._300_group_visits_sql),
        Migration(
            301, "appointments_with_groups", of: .clinic, script: PackageResources._301_appointments_with_groups_sql),
        Migration(305, "chart", of: .clinic, script: PackageResources._305_chart_sql),
        Migration(306, "vitals", of: .clinic, script: PackageResources._306_vitals_sql),
        Migration(307, "notes", of: .clinic, script: PackageResources._307_notes_sql),
        Migration(310, "prescriptions", of: .clinic, script: PackageResources._310_prescriptions_sql),
        Migration(311, "history_forms", of: .clinic, script: PackageResources._311_history_forms_sql),
        Migration(312, "consents", of: .clinic, script: PackageResources._312_consents_sql),
        Migration(315, "treatment_plans", of: .clinic, script: PackageResources._315_treatment_plans_sql),
        Migration(316, "dental_charts", of: .clinic, script: PackageResources._316_dental_charts_sql),
        Migration(
            317, "perio_examinations", of: .clinic, script: PackageResources._317_perio_examinations_sql),
        Migration(320, "messages", of: .clinic, script: PackageResources._320_messages_sql),
        Migration(325, "notifications", of: .clinic, script: PackageResources._325_notifications_sql),
        Migration(326, "notification_outbox", of: .server, script: PackageResources._326_notification_outbox_sql),
        Migration(335, "paired_clients", of: .identity, script: PackageResources._335_paired_clients_sql),
        Migration(336, "health_samples", of: .server, script: PackageResources._336_health_samples_sql),
        Migration(337, "device_audit", of: .server, script: PackageResources._337_device_audit_sql),
        Migration(338, "kiosk_tablets", of: .identity, script: PackageResources._338_kiosk_tablets_sql),
        Migration(345, "webhooks", of: .server, script: PackageResources._345_webhooks_sql),
        Migration(350, "check_in_reminders", of: .clinic, script: PackageResources._350_check_in_reminders_sql),
        Migration(
            351, "notifications_of_merged_records", of: .server,
            script: PackageResources._351_notifications_of_merged_records_sql),
        Migration(
            352, "due_check_in_reminders", of: .clinic, script: PackageResources._352_due_check_in_reminders_sql),
        Migration(
            361, "clients_of_former_members", of: .identity,
            script: PackageResources._361_clients_of_former_members_sql),
        Migration(
            362, "check_ins_of_persons", of: .server, script: PackageResources._362_check_ins_of_persons_sql),
        Migration(
            366, "withdrawn_messages", of: .clinic, script: PackageResources._366_withdrawn_messages_sql),
        Migration(367, "wall_clock", of: .clinic, script: PackageResources._367_wall_clock_sql),
        Migration(
            370, "terms_of_patients", of: .clinic, script: PackageResources._370_terms_of_patients_sql),
        Migration(
            371, "patient_terms_by_name", of: .clinic, script: PackageResources._371_patient_terms_by_name_sql),
        Migration(
            372, "key_of_patient_terms", of: .clinic, script: PackageResources._372_key_of_patient_terms_sql),
        Migration(
            373, "vacuum_of_patient_terms", of: .clinic, script: PackageResources._373_vacuum_of_patient_terms_sql),
        Migration(
            374, "guardians_of_patients", of: .clinic, script: PackageResources._374_guardians_of_patients_sql),
        Migration(
            375, "notifications_for_guardians", of: .server,
            script: PackageResources._375_notifications_for_guardians_sql),
        Migration(376, "lanes_of_deliveries", of: .server, script: PackageResources._376_lanes_of_deliveries_sql),
        Migration(
            377, "lanes_of_waiting_deliveries", of: .server,
            script: PackageResources._377_lanes_of_waiting_deliveries_sql),
        Migration(
            378, "due_deliveries_by_lane", of: .server, script: PackageResources._378_due_deliveries_by_lane_sql),
        Migration(380, "growth_probe", of: .server, script: PackageResources._380_growth_probe_sql),
        Migration(390, "time_of_check_ins", of: .clinic, script: PackageResources._390_time_of_check_ins_sql),
        Migration(391, "unsettled_edits", of: .server, script: PackageResources._391_unsettled_edits_sql),
        Migration(392, "device_telemetry", of: .identity, script: PackageResources._392_device_telemetry_sql),
        Migration(425, "contact_consents", of: .server, script: PackageResources._425_contact_consents_sql),
        Migration(426, "bounded_mails", of: .server, script: PackageResources._426_bounded_mails_sql),
        Migration(
            427, "more_credential_records", of: .server, script: PackageResources._427_more_credential_records_sql),
        Migration(
            428, "first_records_of_more_credentials", of: .server,
            script: PackageResources._428_first_records_of_more_credentials_sql),
        Migration(440, "sealed_keys", of: .eventStore, script: PackageResources._440_sealed_keys_sql),
        Migration(480, "push_tokens", of: .identity, script: PackageResources._480_push_tokens_sql),
        Migration(
            481, "last_owners_of_push_tokens", of: .identity,
            script: PackageResources._481_last_owners_of_push_tokens_sql),
    ]

    /// The migrations that belong to the given parts of the program, in the order of their numbers.
    public static func owned(by owners: Owner...) -> [Migration] {
        all.filter { migration in owners.contains { $0 == migration.owner } }
    }
}
