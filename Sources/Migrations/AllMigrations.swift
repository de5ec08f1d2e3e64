extension Migration {
    /// Every migration, in order. A file of `migrations/` stands here once; the compiler's name for it is the file's,
    /// with `_` in place of the first digit.
    ///
    /// Numbers: 1–9 the log, 10–19 clinic and patients, 20–29 appointments, 30–39 billing, 40–49 identity,
    /// from 50 on whatever changed later.
    public static let all: [Migration] = [
        Migration(1, "event_log", script: PackageResources._001_event_log_sql),
        Migration(2, "server_role", script: PackageResources._002_server_role_sql),
        Migration(10, "clinic_settings", script: PackageResources._010_clinic_settings_sql),
        Migration(11, "patients", script: PackageResources._011_patients_sql),
        Migration(20, "appointments", script: PackageResources._020_appointments_sql),
        Migration(21, "held_time", script: PackageResources._021_held_time_sql),
        Migration(22, "slot_hold", script: PackageResources._022_slot_hold_sql),
        Migration(30, "billing", script: PackageResources._030_billing_sql),
        Migration(40, "identity", script: PackageResources._040_identity_sql),
        Migration(50, "wall_on_appointments", script: PackageResources._050_wall_on_appointments_sql),
        Migration(51, "compact_tags", script: PackageResources._051_compact_tags_sql),
        Migration(52, "feed_marks", script: PackageResources._052_feed_marks_sql),
        Migration(60, "card_version", script: PackageResources._060_card_version_sql),
        Migration(70, "clinic_wall", script: PackageResources._070_clinic_wall_sql),
        Migration(71, "guardians", script: PackageResources._071_guardians_sql),
        Migration(72, "feed_moves_in_turn", script: PackageResources._072_feed_moves_in_turn_sql),
        Migration(73, "staff_who_leave", script: PackageResources._073_staff_who_leave_sql),
        Migration(80, "event_chain", script: PackageResources._080_event_chain_sql),
        Migration(90, "attempts", script: PackageResources._090_attempts_sql),
        Migration(92, "one_time_tokens", script: PackageResources._092_one_time_tokens_sql),
        Migration(93, "second_factor", script: PackageResources._093_second_factor_sql),
        Migration(94, "bound_sessions", script: PackageResources._094_bound_sessions_sql),
        Migration(95, "person_keys", script: PackageResources._095_person_keys_sql),
        Migration(96, "forgotten_accounts", script: PackageResources._096_forgotten_accounts_sql),
        Migration(97, "patient_access", script: PackageResources._097_patient_access_sql),
        Migration(98, "emergency_access", script: PackageResources._098_emergency_access_sql),
        Migration(99, "restricted_cards", script: PackageResources._099_restricted_cards_sql),
        Migration(100, "owners_of_accounts", script: PackageResources._100_owners_of_accounts_sql),
        Migration(101, "rebuilt_beside_the_work", script: PackageResources._101_rebuilt_beside_the_work_sql),
        Migration(105, "patient_years", script: PackageResources._105_patient_years_sql),
        Migration(106, "behind", script: PackageResources._106_behind_sql),
        Migration(107, "clinic_figures", script: PackageResources._107_clinic_figures_sql),
        Migration(
            108, "figures_say_what_they_lack", script: PackageResources._108_figures_say_what_they_lack_sql),
        Migration(109, "security_log", script: PackageResources._109_security_log_sql),
        Migration(110, "events_have_their_keys", script: PackageResources._110_events_have_their_keys_sql),
        Migration(111, "answers_end", script: PackageResources._111_answers_end_sql),
        Migration(130, "erasures_outside", script: PackageResources._130_erasures_outside_sql),
        Migration(131, "destroyed_keys", script: PackageResources._131_destroyed_keys_sql),
        Migration(160, "staff_roles", script: PackageResources._160_staff_roles_sql),
        Migration(161, "closed_clinics", script: PackageResources._161_closed_clinics_sql),
        Migration(162, "handed_tokens", script: PackageResources._162_handed_tokens_sql),
        Migration(163, "persons", script: PackageResources._163_persons_sql),
        Migration(164, "platforms", script: PackageResources._164_platforms_sql),
        Migration(165, "notices", script: PackageResources._165_notices_sql),
        Migration(170, "why_sessions_end", script: PackageResources._170_why_sessions_end_sql),
        Migration(171, "what_a_session_is_for", script: PackageResources._171_what_a_session_is_for_sql),
        Migration(180, "invoices_by_year", script: PackageResources._180_invoices_by_year_sql),
        Migration(181, "old_invoices_by_year", script: PackageResources._181_old_invoices_by_year_sql),
        Migration(182, "server_heartbeat", script: PackageResources._182_server_heartbeat_sql),
        Migration(190, "credential_records", script: PackageResources._190_credential_records_sql),
        Migration(
            191, "first_credential_records", script: PackageResources._191_first_credential_records_sql),
        Migration(192, "record_chain", script: PackageResources._192_record_chain_sql),
    ]

    /// Those of the event log alone.
    public static let log = all.filter {
        $0.number < 10 || [51, 52, 72, 80, 95, 101, 106, 110, 111].contains($0.number)
    }
}
